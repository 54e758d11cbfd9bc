"""Finds the Chromium that browser tests use. `python -m tests.chromium` prints its path, or ends with 1 where there is none."""

import os
import shutil
import subprocess
import sys
from functools import cache

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OF_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,"
    "MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,"
    "NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
"""What Playwright switches off itself. Of two such lists the browser takes the last one alone, so ours repeats it."""
UNSEEN = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess"
"""Parts of the browser's own window that no page is: two pages of the address bar and a process in reserve, started with every context,
that cost more than the pages under test.
"""
FLAGS = [
    f"--disable-features={OF_PLAYWRIGHT},{UNSEEN}",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-gpu",
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
]
ASK_PLAYWRIGHT = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"


def answers(path: str) -> bool:
    """Whether a browser runs at all: on some systems the name is a stub that only says where to get one."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=30, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


@cache
def find() -> str | None:
    """The path of a working Chromium: one on the path, else the one Playwright brought; None without either."""
    for name in NAMES:
        if (path := shutil.which(name)) and answers(path):
            return path
    own = subprocess.run([sys.executable, "-c", ASK_PLAYWRIGHT], capture_output=True, text=True, check=False).stdout.strip()
    return own if own and answers(own) else None


def main() -> int:
    """Print the path; the status says whether there is one."""
    path = find()
    sys.stdout.write(f"{path}\n" if path else "")
    return 0 if path else 1


if __name__ == "__main__":
    sys.exit(main())
