import { until } from '../until.ts'
import { type Driver, type Element, NotYet } from './driver.ts'

/** What a person can point at. */
export type Role = 'button' | 'field' | 'frame' | 'heading' | 'link' | 'list' | 'option'

/** A person at a browser. Each action waits until the page offers what it needs. */
export interface Visitor {
  open(url: string): Promise<void>
  /** Clicks what has this role and name. */
  click(role: Role, name: RegExp): Promise<void>
  /** Types a text into the field with this label. */
  fill(label: RegExp, text: string): Promise<void>
  /** Chooses an option of the list with this label by its value. */
  choose(label: RegExp, value: string): Promise<void>
  /** Waits until the page shows a text. */
  see(text: RegExp): Promise<void>
  /** Waits until a condition holds, and asks again if the page changes meanwhile. `what`: the condition in words. */
  waitFor(what: string, condition: () => Promise<boolean>): Promise<void>
  /** Goes on in the only frame of the page. */
  enterFrame(): Promise<void>
  /** The address of the current document. */
  address(): Promise<string>
  /** Runs the body of a function in the current document. */
  execute(script: string): Promise<unknown>
}

/** Long enough for a browser on a busy machine. */
const WAIT_MILLISECONDS = 20_000

const FIND = `
// While a page loads, what is found may move away from where the browser clicks.
if (document.readyState !== 'complete') return null
const [role, source] = arguments
const pattern = new RegExp(source)
const selector = {
  button: 'button, [role=button]',
  field: 'input, textarea',
  frame: 'iframe',
  heading: 'h1, h2, h3, h4, h5, h6',
  link: 'a[href]',
  list: 'select',
  option: '[role=option]',
}[role]
const textOf = (element) => (element?.textContent ?? '').replace(/\\s+/g, ' ').trim()
const nameOf = (element) =>
  element.getAttribute('aria-label') ??
  element.getAttribute('aria-labelledby')?.split(' ').map((id) => textOf(document.getElementById(id))).join(' ') ??
  (element.labels?.length ? [...element.labels].map(textOf).join(' ') : textOf(element))
const isFound = (element) =>
  element.checkVisibility({ visibilityProperty: true }) && !element.disabled &&
  // Behind a dialog.
  !element.closest('[inert], [aria-hidden=true]') &&
  element.ariaDisabled !== 'true' && pattern.test(nameOf(element))
const hosts = [...document.querySelectorAll('*')].filter((element) => element.shadowRoot)
const roots = [document, ...hosts.map((host) => host.shadowRoot)]
return roots.flatMap((root) => [...root.querySelectorAll(selector)]).find(isFound) ?? null`

/** Opens no list: each system draws it in its own way, outside of the page. */
const CHOOSE = `
const list = (function () {${FIND}}).apply(null, arguments)
if (list === null) return false
list.value = arguments[2]
list.dispatchEvent(new Event('change', { bubbles: true }))
return list.value === arguments[2]`

/** Where an element is. A driver clicks a place, which a page that scrolls or loads may have given to something else. */
const PLACE = `
const found = (function () {${FIND}}).apply(null, arguments)
if (found === null) return null
const { x, y, width, height } = found.getBoundingClientRect()
return [x, y, width, height].join()`

const READ = 'return document.body?.innerText ?? ""'

/** A person at the browser of a driver. */
export function visitorOf(driver: Driver): Visitor {
  /** Does something with an element as soon as there is one that it can be done with. */
  const withElement = (role: Role, name: RegExp, act: (element: Element) => Promise<void>) =>
    waitFor(`there is a ${role} ${name}`, async () => {
      const element = await driver.execute(FIND, role, name.source)
      if (element === null) return false
      await act(element)
      return true
    })
  const shown = async () =>
    `${await driver.execute('return location.href')} shows:\n${await driver.execute(READ)}`
  const waitFor = async (what: string, condition: () => Promise<boolean>): Promise<void> => {
    let outrun: unknown
    const isMet = () =>
      condition().catch((error: unknown) => {
        if (!(error instanceof NotYet)) throw error
        outrun = error
        return false
      })
    await until(what, isMet, WAIT_MILLISECONDS).catch(async (error: Error) => {
      throw new Error(`${error.message} ${await shown()}`, { cause: outrun })
    })
  }
  return {
    waitFor,
    open: (url) => driver.navigate(url),
    async click(role, name) {
      let before: unknown = null
      await waitFor(`there is a ${role} ${name} that does not move`, async () => {
        const place = await driver.execute(PLACE, role, name.source)
        const isStill = place !== null && place === before
        before = place
        return isStill
      })
      await withElement(role, name, (element) => driver.click(element))
    },
    fill: (label, text) => withElement('field', label, (element) => driver.type(element, text)),
    choose: (label, value) =>
      waitFor(`the list ${label} has ${value}`, async () =>
        Boolean(await driver.execute(CHOOSE, 'list', label.source, value)),
      ),
    see: (text) =>
      waitFor(`the page shows ${text}`, async () => text.test(String(await driver.execute(READ)))),
    enterFrame: () => withElement('frame', /(?:)/, (element) => driver.enterFrame(element)),
    address: async () => String(await driver.execute('return location.href')),
    execute: (script) => driver.execute(script),
  }
}
