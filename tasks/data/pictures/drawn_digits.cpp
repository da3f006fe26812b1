#include "tasks/data/pictures/drawn_pictures.hpp"

namespace tapehead {
namespace {

void add_line(Figure& figure, std::initializer_list<Point> points) {
  Outline& line = figure.add();
  for (const Point point : points) line.add(point);
}

/// In a box from 0 to 1, filling its height.
Figure digit(uint32_t number, Stream& draw) {
  const bool otherwise = draw.uniform() < 0.5;  // 1, 4 and 7 are written in two ways
  Figure figure;
  switch (number) {
    case 0: figure.add().add_arc({0.5f, 0.5f}, 0.31f, 0.46f, -90, 270, 20); break;
    case 1:
      if (otherwise)
        add_line(figure, {{0.5f, 0.04f}, {0.5f, 0.5f}, {0.5f, 0.96f}});
      else
        add_line(figure, {{0.26f, 0.26f}, {0.5f, 0.04f}, {0.5f, 0.5f}, {0.5f, 0.96f}});
      break;
    case 2: {
      Outline& line = figure.add();
      line.add_arc({0.48f, 0.3f}, 0.29f, 0.26f, 190, 385, 10);
      line.add({0.18f, 0.95f});
      line.add({0.82f, 0.95f});
      break;
    }
    case 3: {
      Outline& line = figure.add();
      line.add_arc({0.46f, 0.27f}, 0.27f, 0.23f, 200, 440, 10);
      line.add_arc({0.46f, 0.73f}, 0.31f, 0.23f, 280, 520, 10);
      break;
    }
    case 4:
      if (otherwise) {
        add_line(figure, {{0.24f, 0.05f}, {0.19f, 0.55f}, {0.84f, 0.55f}});
        add_line(figure, {{0.66f, 0.05f}, {0.66f, 0.5f}, {0.66f, 0.96f}});
      } else {
        add_line(figure, {{0.63f, 0.96f}, {0.63f, 0.5f}, {0.63f, 0.05f}, {0.14f, 0.66f}, {0.87f, 0.66f}});
      }
      break;
    case 5: {
      Outline& line = figure.add();
      line.add({0.78f, 0.05f});
      line.add({0.28f, 0.05f});
      line.add({0.24f, 0.46f});
      line.add_arc({0.47f, 0.67f}, 0.32f, 0.28f, 235, 505, 12);
      break;
    }
    case 6: {
      Outline& line = figure.add();
      line.add({0.7f, 0.05f});
      line.add({0.44f, 0.24f});
      line.add({0.27f, 0.5f});
      line.add_arc({0.51f, 0.7f}, 0.28f, 0.25f, 180, 540, 16);
      break;
    }
    case 7:
      add_line(figure, {{0.15f, 0.06f}, {0.83f, 0.06f}, {0.58f, 0.5f}, {0.4f, 0.95f}});
      if (otherwise) add_line(figure, {{0.34f, 0.52f}, {0.78f, 0.52f}});
      break;
    case 8: {
      Outline& line = figure.add();  // in one stroke, from the middle and back
      line.add_arc({0.5f, 0.26f}, 0.24f, 0.22f, 90, 450, 14);
      line.add_arc({0.5f, 0.72f}, 0.3f, 0.24f, -90, 270, 16);
      break;
    }
    default: {
      Outline& line = figure.add();
      line.add_arc({0.49f, 0.3f}, 0.27f, 0.25f, 0, 360, 16);
      line.add({0.74f, 0.6f});
      line.add({0.6f, 0.95f});
      break;
    }
  }
  return figure;
}

}  // namespace

const FigureSet& drawn_digits() {
  static const FigureSet set{{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, digit, false, 14, 1};
  return set;
}

}  // namespace tapehead
