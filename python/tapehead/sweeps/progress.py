"""A sweep's progress: one updating line on a terminal, a line per point elsewhere."""
import sys
import time

WIDTH = 20  # of the bar


def clock(seconds):
    seconds = round(seconds)
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


class Progress:
    def __init__(self, done, left, stream=None):
        """`done` and `left`: numbers of points before this call does anything."""
        self.stream = stream or sys.stderr
        self.terminal = self.stream.isatty()
        self.began, self.done_before, self.done, self.total = time.monotonic(), done, done, done + left
        self.width = self.drawn = 0

    def remaining(self, now):
        """Estimated from this call's points so far; "?" before the first."""
        ours = self.done - self.done_before
        return clock((now - self.began) / ours * (self.total - self.done)) if ours else "?"

    def line(self, running, best):
        now = time.monotonic()
        filled = WIDTH * self.done // max(1, self.total)
        bar = "█" * filled + "·" * (WIDTH - filled)
        words = [f"{bar} {self.done}/{self.total}", f"{running} running", f"{clock(now - self.began)} so far",
                 f"{self.remaining(now)} left"]
        return ", ".join(words + ([f"best {best:.6g}"] if best is not None else []))

    def show(self, running, best, after=0.5):
        """Redraws the bar on a terminal, unless the last time was less than `after` seconds ago."""
        if self.terminal and time.monotonic() >= self.drawn + after:
            self.drawn = time.monotonic()
            text = self.line(running, best)
            self.stream.write("\r" + text.ljust(self.width))
            self.stream.flush()
            self.width = len(text)

    def ended(self, text):
        """Counts a point that has ended."""
        self.done += 1
        if not self.terminal:
            self.stream.write(f"{self.done}/{self.total}, {self.remaining(time.monotonic())} left: {text}\n")
            self.stream.flush()

    def close(self):
        if self.terminal and self.width:
            self.stream.write("\n")
