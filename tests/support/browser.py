"""A headless Chromium for tests of pages: one per test file, with its console log and its requests."""
import importlib.util
import json
import pathlib
import shutil
import sys
import tempfile

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"  # Debian's, whatever else is in PATH
ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
             "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic",
             "--disable-dev-shm-usage",  # /dev/shm is small in containers
             "--window-size=1280,900"]


def require():
    """Skips the test file if there is no browser."""
    missing = [path for path in (CHROMIUM, DRIVER) if not pathlib.Path(path).exists()]
    missing += [] if importlib.util.find_spec("selenium") else ["selenium"]
    if missing:
        print(f"SKIP: {', '.join(missing)} is missing; scripts/setup.sh test installs it")
        sys.exit(77)


class Browser:
    def __init__(self):
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tapehead-browser-"))
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for argument in [*ARGUMENTS, f"--user-data-dir={self.folder / 'profile'}"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(DRIVER), options=options)
        self.driver.set_script_timeout(20)

    def close(self):
        self.driver.quit()
        shutil.rmtree(self.folder, ignore_errors=True)

    def open(self, text):
        """Opens a page from disk, as a user would."""
        path = self.folder / "page.html"
        path.write_text(text, encoding="utf-8")
        self.driver.get(path.as_uri())

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, condition, *arguments, seconds=10):
        """Waits until a JavaScript expression is true, checking at each frame; returns its value."""
        found = self.driver.execute_async_script(
            "const given = [...arguments], done = given.pop(), end = performance.now() + 1000 * given.pop();"
            "const holds = function () { return " + condition + " };"
            "(function look() { const value = holds.apply(null, given);"
            " if (value || performance.now() > end) done(value); else requestAnimationFrame(look) })()",
            *arguments, seconds)
        if not found:
            raise AssertionError(f"not within {seconds} s: {condition}")
        return found

    def size(self, width, height=900):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                     mobile=False)

    def media(self, **features):
        """Sets media features, for instance prefers_color_scheme="dark"."""
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def complaints(self):
        """The console's errors since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def requests(self):
        """The requested addresses since the last call."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [message["params"]["request"]["url"] for message in messages
                if message["method"] == "Network.requestWillBeSent"]
