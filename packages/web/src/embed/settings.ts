/** The attributes of the element that fill in the form, and so are parameters of the page. */
const PREFILLED = ['name', 'email', 'phone', 'date', 'duration', 'guests'] as const
const ANSWER = 'answer-'

/** The attributes that change what the element shows. Answers are read once, when it is shown. */
export const OBSERVED = [
  'event-type',
  'account',
  'server',
  'mode',
  'lang',
  'color',
  'theme',
  'label',
  'frame-title',
  ...PREFILLED,
] as const

/** An element whose attributes are read. */
type Attributes = Pick<Element, 'getAttribute' | 'attributes'>

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i

/** `#0a7` and `#00aa77` as `00aa77`; undefined for anything else. */
export function hexColor(text: string | null): string | undefined {
  const hex = HEX.exec(text ?? '')?.[1]?.toLowerCase()
  return hex?.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex
}

/** What the attributes fill in. It goes into the fragment, which browsers send to no server. */
function prefill(element: Attributes): string {
  const given = new URLSearchParams()
  for (const name of PREFILLED) {
    const value = element.getAttribute(name)
    if (value) given.set(name, value)
  }
  for (const { name, value } of element.attributes) {
    if (name.startsWith(ANSWER)) given.append(`answers[${name.slice(ANSWER.length)}]`, value)
  }
  return given.size === 0 ? '' : `#${given}`
}

/** The address of the page that an element shows on a server; undefined without an event type. */
export function frameAddress(element: Attributes, server: string): string | undefined {
  const page = (element.getAttribute('event-type') ?? '').replaceAll(/^\/+|\/+$/g, '')
  if (page === '') return undefined
  const account = element.getAttribute('account')
  const theme = element.getAttribute('theme')
  const look = Object.entries({
    lang: element.getAttribute('lang'),
    color: hexColor(element.getAttribute('color')),
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  }).flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : []))
  const query = look.length === 0 ? '' : `?${look.join('&')}`
  return `${server}/embed/${account ? `a/${account}/` : ''}${page}${query}${prefill(element)}`
}

/** Sets the attributes of an element that are `data-` attributes of an element of the site. */
export function copySettings(from: Element, to: Element): void {
  for (const { name, value } of from.attributes) {
    const own = name === 'data-title' ? 'frame-title' : name.slice('data-'.length)
    const isSetting = (OBSERVED as readonly string[]).includes(own) || own.startsWith(ANSWER)
    if (name.startsWith('data-') && isSetting) to.setAttribute(own, value)
  }
}
