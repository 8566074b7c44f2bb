import chromium from '@sparticuz/chromium'
import { type Browser, chromium as engine } from 'playwright-core'

// The package's own switches are meant for a function in the cloud: one process, and no rules
// between sites. Here the browser is to be as strict as a reader's.
const SWITCHES = [
  '--no-sandbox',
  '--disable-setuid-sandbox',
  '--headless=shell',
  '--hide-scrollbars',
  '--font-render-hinting=none',
  '--disable-gpu',
]

/** Starts a real Chromium without a window; whoever starts it closes it. */
export const launchBrowser = async (): Promise<Browser> =>
  engine.launch({ executablePath: await chromium.executablePath(), args: SWITCHES, headless: true })
