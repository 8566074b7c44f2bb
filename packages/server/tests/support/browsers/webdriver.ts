import { type Driver, NotYet } from './driver.ts'

/** The commands of WebDriver (W3C) that are used. */
export type Command =
  | 'clear'
  | 'click'
  | 'enterFrame'
  | 'execute'
  | 'leaveFrames'
  | 'navigate'
  | 'resize'
  | 'screenshot'
  | 'type'

/** The parameters of a command; `id` is the element that it is about. */
export type Parameters = Readonly<Record<string, unknown>> & { readonly id?: string }

/** Sends a command to a browser and resolves with its value. */
export type Send = (command: Command, parameters: Parameters) => Promise<unknown>

/** The errors of actions that a page outruns (WebDriver §6.6): its script has just replaced or moved what was found. */
const OUTRUN = new Set([
  'element click intercepted',
  'element not interactable',
  'javascript error',
  'no such element',
  'no such frame',
  'stale element reference',
])

/** The error that a browser answered. */
export function errorOf({ error, message }: { error: string; message: string }): Error {
  return OUTRUN.has(error) ? new NotYet(`${error}: ${message}`) : new Error(`${error}: ${message}`)
}

/** The member that names an element (WebDriver §12.2). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

const idOf = (element: unknown): string => String((element as Record<string, unknown>)[ELEMENT])

/** Drives a browser by the commands of WebDriver. */
export function driverOf(send: Send, quit: () => Promise<void>): Driver {
  return {
    async navigate(url) {
      await send('leaveFrames', {})
      await send('navigate', { url })
    },
    execute: (script, ...args) => send('execute', { script, args }),
    async click(element) {
      await send('click', { id: idOf(element) })
    },
    async type(element, text) {
      await send('clear', { id: idOf(element) })
      await send('type', { id: idOf(element), text })
    },
    async enterFrame(element) {
      await send('enterFrame', { id: idOf(element), element })
    },
    async resize(width, height) {
      // The window is larger than the page by what the browser shows around it.
      await send('resize', { width, height })
      const shown = await send('execute', { script: 'return [innerWidth, innerHeight]', args: [] })
      const [pageWidth, pageHeight] = shown as readonly [number, number]
      await send('resize', { width: 2 * width - pageWidth, height: 2 * height - pageHeight })
    },
    screenshot: async () => Buffer.from(String(await send('screenshot', {})), 'base64'),
    quit,
  }
}
