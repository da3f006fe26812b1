#include "tasks/data/pictures/drawn_pictures.hpp"

namespace tapehead {
namespace {

enum class ShapeKind { kCircle, kSquare, kTriangle, kCross, kStar, kDiamond, kRing, kMoon, kHeart, kBolt };

void add_edges(Figure& figure, std::initializer_list<Point> points) {
  Outline& edges = figure.add();
  for (const Point point : points) edges.add(point);
}

/// A five-pointed star.
void add_star(Figure& figure) {
  Outline& edges = figure.add();
  for (int i = 0; i < 10; ++i) {
    const float angle = static_cast<float>(i) * 0.62831853f, radius = i % 2 == 0 ? 0.5f : 0.2f;
    edges.add({radius * std::sin(angle), -radius * std::cos(angle)});
  }
}

void add_heart(Figure& figure) {
  Outline& edges = figure.add();
  edges.add_arc({-0.24f, -0.2f}, 0.25f, 0.25f, 140, 360, 10);
  edges.add_arc({0.24f, -0.2f}, 0.25f, 0.25f, 180, 400, 10);
  edges.add({0, 0.48f});
}

/// Of about unit size, centred at 0.
Figure shape(uint32_t number, Stream&) {
  Figure figure;
  switch (static_cast<ShapeKind>(number)) {
    case ShapeKind::kCircle: figure.add().add_arc({0, 0}, 0.5f, 0.5f, 0, 360, 24); break;
    case ShapeKind::kSquare:
      add_edges(figure, {{-0.45f, -0.45f}, {0.45f, -0.45f}, {0.45f, 0.45f}, {-0.45f, 0.45f}});
      break;
    case ShapeKind::kTriangle: add_edges(figure, {{0, -0.5f}, {0.5f, 0.42f}, {-0.5f, 0.42f}}); break;
    case ShapeKind::kCross:
      add_edges(figure, {{-0.16f, -0.5f},
                         {0.16f, -0.5f},
                         {0.16f, -0.16f},
                         {0.5f, -0.16f},
                         {0.5f, 0.16f},
                         {0.16f, 0.16f},
                         {0.16f, 0.5f},
                         {-0.16f, 0.5f},
                         {-0.16f, 0.16f},
                         {-0.5f, 0.16f},
                         {-0.5f, -0.16f},
                         {-0.16f, -0.16f}});
      break;
    case ShapeKind::kStar: add_star(figure); break;
    case ShapeKind::kDiamond: add_edges(figure, {{0, -0.5f}, {0.34f, 0}, {0, 0.5f}, {-0.34f, 0}}); break;
    case ShapeKind::kRing:
      figure.add().add_arc({0, 0}, 0.5f, 0.5f, 0, 360, 24);
      figure.add().add_arc({0, 0}, 0.27f, 0.27f, 360, 0, 20);
      break;
    case ShapeKind::kMoon: {
      Outline& edges = figure.add();
      edges.add_arc({0, 0}, 0.5f, 0.5f, 60, 300, 18);
      edges.add_arc({0.22f, 0}, 0.43f, 0.43f, 274, 86, 14);
      break;
    }
    case ShapeKind::kHeart: add_heart(figure); break;
    case ShapeKind::kBolt:
      add_edges(figure,
                {{0.12f, -0.5f}, {-0.32f, 0.08f}, {-0.04f, 0.08f}, {-0.14f, 0.5f}, {0.32f, -0.12f}, {0.04f, -0.12f}});
      break;
  }
  return figure;
}

}  // namespace

const FigureSet& drawn_shapes() {
  static const FigureSet set{
      {"circle", "square", "triangle", "cross", "star", "diamond", "ring", "moon", "heart", "bolt"},
      shape,
      true,
      18,
      2};
  return set;
}

}  // namespace tapehead
