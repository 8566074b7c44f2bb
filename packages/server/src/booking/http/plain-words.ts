import { formatInstant } from '@holdfast/engine'
import { PLAIN_TEXTS } from './plain-texts.generated.ts'

/** A language of the page. */
export type PlainLanguage = keyof typeof PLAIN_TEXTS

/** The texts and formats of the page in one language. */
export interface PlainWords {
  readonly language: PlainLanguage
  /** A text by its name, such as `steps.confirm`. `value` stands where the text has a place for one. */
  readonly text: (name: string, value?: string) => string
  /** The title and the text of a problem; undefined if it has none of its own. */
  readonly problem: (code: string) => { readonly title: string; readonly text: string } | undefined
  readonly day: (instant: string, timeZone: string) => string
  readonly time: (instant: string, timeZone: string) => string
  readonly when: (instant: string, timeZone: string) => string
  /** Names a month, such as `2026-04`. */
  readonly month: (month: string) => string
  /** A length of time in days, hours and minutes. */
  readonly minutes: (count: number) => string
}

const isLanguage = (code: string): code is PlainLanguage => Object.hasOwn(PLAIN_TEXTS, code)

/** The language that a reader wants: that of the link, or else the first of the browser that the page has. */
export function plainLanguage(
  chosen: string | undefined,
  acceptLanguage: string | undefined,
): PlainLanguage {
  const wanted = [chosen ?? '', ...(acceptLanguage ?? '').split(',')]
  const codes = wanted.map((each) => each.trim().slice(0, 2).toLowerCase())
  return codes.find(isLanguage) ?? 'en'
}

function textAt(language: PlainLanguage, path: string): string {
  let found: unknown = PLAIN_TEXTS[language]
  // `booking.confirmations.hold` is in the text `booking.confirmations`.
  const [part = '', own = '', inner] = path.split('.')
  found = (found as Readonly<Record<string, unknown>>)[`${part}.${own}`]
  if (inner !== undefined) found = (found as Readonly<Record<string, unknown>>)[inner]
  if (typeof found !== 'string') throw new Error(`the page has no text ${path}`)
  return found
}

/** The texts and formats of the page in a language. */
export function plainWords(language: PlainLanguage): PlainWords {
  // Local times are those of the time zone table, written as if they were times of UTC.
  const write = (instant: string, timeZone: string, options: Intl.DateTimeFormatOptions) => {
    const local = formatInstant(Math.floor(Date.parse(instant) / 60_000), timeZone).slice(0, 16)
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    return format.format(new Date(`${local}Z`))
  }
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit' } as const
  const unit = (value: number, name: 'day' | 'hour' | 'minute'): readonly string[] =>
    value === 0
      ? []
      : [new Intl.NumberFormat(language, { style: 'unit', unit: name }).format(value)]
  return {
    language,
    text: (name, value = '') => textAt(language, name).replace('{}', () => value),
    problem: (code) => {
      const { problems } = PLAIN_TEXTS[language]
      return Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : undefined
    },
    day: (instant, timeZone) => write(instant, timeZone, day),
    time: (instant, timeZone) => write(instant, timeZone, time),
    when: (instant, timeZone) => write(instant, timeZone, { ...day, ...time }),
    minutes: (count) =>
      [
        ...unit(Math.floor(count / 1440), 'day'),
        ...unit(Math.floor((count % 1440) / 60), 'hour'),
        ...unit(count % 60, 'minute'),
      ].join(' '),
    month: (month) => write(`${month}-15T12:00:00Z`, 'UTC', { month: 'long', year: 'numeric' }),
  }
}
