import { createHash } from 'node:crypto'
import type { PublicBookingCreated, Slots } from '@holdfast/contracts'
import { formatInstant } from '@holdfast/engine'
import type { z } from '@hono/zod-openapi'
import { escapeHtml } from '../../kernel/escape-html.ts'
import type { Answer } from '../../kernel/http/answer.ts'
import { shownEmail } from '../../kernel/shown-email.ts'
import { type PlainForm, type PlainOffer, plainFields } from './plain-fields.ts'
import type { PlainWords } from './plain-words.ts'

/** A booking as the public API answers it. */
export type PlainBooking = z.infer<typeof PublicBookingCreated>
type Slot = z.infer<typeof Slots>['data'][number]

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 40rem; padding: 1.5rem 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem }
h2 { font-size: 1.125rem }
ul { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; list-style: none }
li a, button { display: inline-block; box-sizing: border-box; min-height: 2.75rem; padding: .55rem 1rem; border: 1px solid #8888; border-radius: 8px; font: inherit; cursor: pointer }
nav a { margin-inline-end: 1rem; padding: .5rem 0; display: inline-block }
summary { padding: .6rem 0; font-weight: 600; cursor: pointer }
label, legend { display: block; font-weight: 600; margin: 1rem 0 .25rem }
label.check { font-weight: 400 }
input:not([type=checkbox], [type=radio]), textarea, select { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem; font: inherit }
fieldset { border: 0; margin: 0; padding: 0 }
small { display: block }
header { display: flex; align-items: center; gap: .75rem; margin-block-end: 1rem; padding-block-end: .75rem; border-block-end: 3px solid var(--brand, #8888); font-weight: 600 }
header img { max-height: 2.5rem; max-width: 10rem }
.actions button, [aria-current] { border: 2px solid var(--brand, currentColor); font-weight: 600 }
.error { border-inline-start: 4px solid #b3261e; padding: .25rem 1rem }
.actions { margin: 1.5rem 0 }
`

const styleHash = (style: string): string => createHash('sha256').update(style).digest('base64')

const headersFor = (style: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash(style)}'`,
    // The logo of the account.
    'img-src https:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
})

type Brand = PlainOffer['account']['brand']

/** The name and logo of the account, above its pages. */
const headerOf = (brand: Brand): string => {
  if (brand === null) return ''
  const { name, logoUrl } = brand
  const logo = logoUrl === null ? '' : `<img src="${escapeHtml(logoUrl)}" alt="">`
  return `<header>${logo}<span dir="auto">${escapeHtml(name)}</span></header>\n`
}

/** What is wrong, as the reader sees it. */
export interface PlainProblem {
  readonly status: number
  readonly title: string
  readonly text: string
  /** The names of the fields that were not accepted. */
  readonly fields: ReadonlySet<string>
}

interface Shown {
  readonly words: PlainWords
  readonly title: string
  /** That of the account; null: none is known. */
  readonly brand: Brand
  readonly status?: number | undefined
}

function page({ words, title, brand, status = 200 }: Shown, body: string): Answer {
  const style = brand === null ? STYLE : `:root { --brand: ${brand.color} }${STYLE}`
  const direction = words.language === 'ar' ? ' dir="rtl"' : ''
  return {
    status,
    body: `<!doctype html>
<html lang="${words.language}"${direction}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
${headerOf(brand)}<main>
${body}
</main>
<footer><small>${escapeHtml(words.text('shared.poweredBy'))}</small></footer>
</html>
`,
    headers: headersFor(style),
  }
}

const aboutOf = ({ title, provider, description }: PlainOffer): string =>
  `<p dir="auto">${escapeHtml(provider.name)}</p>
<h1 dir="auto">${escapeHtml(title)}</h1>
${description === null ? '' : `<p dir="auto">${escapeHtml(description)}</p>`}`

const problemOf = (problem: PlainProblem | undefined): string =>
  problem === undefined
    ? ''
    : `<div class="error" role="alert"><h2>${escapeHtml(problem.title)}</h2><p>${escapeHtml(problem.text)}</p></div>`

/** A link from a problem to another page. */
export interface WayOn {
  readonly href: string
  readonly text: string
}

/** A page about a problem alone. */
export const plainProblemPage = (words: PlainWords, problem: PlainProblem, to?: WayOn): Answer => {
  const link = to ? `\n<p><a href="${escapeHtml(to.href)}">${escapeHtml(to.text)}</a></p>` : ''
  const { title, status } = problem
  return page({ words, title, brand: null, status }, problemOf(problem) + link)
}

const linkTo = (given: Readonly<Record<string, string | undefined>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, value)
  return escapeHtml(`?${query}`)
}

/** Where a link of the page stays: in the account and the language of the reader. */
export interface PlainContext {
  readonly words: PlainWords
  readonly offer: PlainOffer
  readonly query: PlainLink
}

/** What the links of the page carry along. */
export interface PlainLink {
  readonly accountSlug?: string | undefined
  readonly lang?: string | undefined
  /** The chosen duration in minutes. */
  readonly duration?: string | undefined
  /** The chosen person. */
  readonly providerId?: string | undefined
}

/** The durations that bookers choose from, and the chosen one; none if there is no choice. */
const durationsOf = ({ words, offer, query }: PlainContext): readonly Option[] => {
  const options = offer.durationOptionsMinutes ?? []
  const chosen = query.duration ?? `${options[0]}`
  return options.map((minutes) => ({
    text: words.minutes(minutes),
    query: { duration: `${minutes}` },
    isChosen: `${minutes}` === chosen,
  }))
}

/** The people whom bookers choose from, and the chosen one; none if there is no choice. */
const peopleOf = ({ words, offer, query }: PlainContext): readonly Option[] => {
  const people = offer.choices.flatMap(({ candidates }) => candidates)
  if (people.length === 0) return []
  const anybody = { name: words.text('booking.noPreference'), providerId: undefined }
  return [anybody, ...people].map(({ name, providerId }) => ({
    text: name,
    query: { providerId },
    isChosen: providerId === query.providerId,
  }))
}

interface Option {
  readonly text: string
  readonly query: Partial<PlainLink>
  readonly isChosen: boolean
}

/** A choice as links; nothing if there is none. */
const choiceOf = (title: string, options: readonly Option[], query: object): string =>
  options.length === 0
    ? ''
    : `<h2>${escapeHtml(title)}</h2>\n<ul>${options
        .map(({ text, query: more, isChosen }) => {
          const current = isChosen ? ' aria-current="true"' : ''
          return `<li><a href="${linkTo({ ...query, ...more })}"${current} dir="auto">${escapeHtml(text)}</a></li>`
        })
        .join('')}</ul>\n`

/** What was chosen, in a line; nothing if there was no choice. */
const chosenOf = (view: PlainContext): string => {
  const chosen = [...durationsOf(view), ...peopleOf(view)].filter(({ isChosen }) => isChosen)
  return chosen.length === 0
    ? ''
    : `<p dir="auto">${escapeHtml(chosen.map(({ text }) => text).join(' · '))}</p>\n`
}

const brandOf = ({ offer }: PlainContext): Brand => offer.account.brand

const monthAfter = (month: string, months: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** The dates of a month: its first day, and that of the next month. */
export const rangeOfMonth = (month: string) => ({
  from: `${month}-01`,
  to: `${monthAfter(month, 1)}-01`,
})

interface TimesView extends PlainContext {
  readonly month: string
  readonly firstMonth: string
  readonly slots: readonly Slot[]
  readonly problem?: PlainProblem | undefined
}

/** The free times of a month, as links. */
export function plainTimesPage(view: TimesView): Answer {
  const { words, offer, query, month, firstMonth, slots, problem } = view
  const { timeZone } = offer.provider
  const days = Map.groupBy(
    // One link for each start, whatever the candidates.
    [...new Set(slots.map(({ start }) => start))],
    (start) => words.day(start, timeZone),
  )
  const to = (more: Readonly<Record<string, string | undefined>>) => linkTo({ ...query, ...more })
  const times = [...days].map(
    ([day, starts], index) =>
      `<details${index === 0 ? ' open' : ''}><summary>${escapeHtml(day)}</summary>\n<ul>${starts
        .map(
          (start) =>
            `<li><a href="${to({ start })}">${escapeHtml(words.time(start, timeZone))}</a></li>`,
        )
        .join('')}</ul></details>`,
  )
  const none = `<p><strong>${escapeHtml(words.text('slots.noTimesTitle'))}</strong> ${escapeHtml(words.text('slots.noTimes'))}</p>`
  const earlier =
    month > firstMonth
      ? `<a href="${to({ month: monthAfter(month, -1) })}">${escapeHtml(words.text('slots.previousMonth'))}</a>`
      : ''
  const title = `${offer.title} · ${offer.provider.name}`
  const inMonth = { ...query, month }
  return page(
    { words, title, brand: brandOf(view), status: problem?.status },
    `${aboutOf(offer)}
<p>${escapeHtml(words.text(`booking.confirmations.${offer.confirmation === 'approval' ? 'approval' : 'instant'}`))}</p>
${problemOf(problem)}
${choiceOf(words.text('booking.duration'), durationsOf(view), inMonth)}${choiceOf(words.text('booking.withWhom'), peopleOf(view), inMonth)}<h2>${escapeHtml(words.month(month))}</h2>
<p>${escapeHtml(words.text('slots.zoneIs', timeZone))}</p>
${days.size === 0 ? none : times.join('\n')}
<nav>${earlier}<a href="${to({ month: monthAfter(month, 1) })}">${escapeHtml(words.text('slots.nextMonth'))}</a></nav>`,
  )
}

interface FormView extends PlainContext {
  /** The form as it was sent, at least with `start`. */
  readonly form: PlainForm
  readonly problem?: PlainProblem | undefined
}

const DAY_MINUTES = 1440

/** When the booking begins and, if it lasts for days, when it ends. */
function whenOf({ words, offer, query }: PlainContext, start: string): string {
  const { timeZone } = offer.provider
  const minutes = Number(query.duration ?? offer.durationMinutes)
  const end = new Date(Date.parse(start) + minutes * 60_000).toISOString()
  const until =
    minutes < DAY_MINUTES ? '' : ` ${words.text('slots.untilWhen', words.when(end, timeZone))}`
  return `<strong>${escapeHtml(words.when(start, timeZone) + until)}</strong>`
}

/** The form for the details of the booker. */
export function plainFormPage(view: FormView): Answer {
  const { words, offer, query, form, problem } = view
  const start = form.get('start') ?? ''
  const { timeZone } = offer.provider
  const verb = offer.confirmation === 'approval' ? 'steps.request' : 'steps.confirm'
  const title = `${offer.title} · ${offer.provider.name}`
  return page(
    { words, title, brand: brandOf(view), status: problem?.status },
    `${aboutOf(offer)}
${chosenOf(view)}<p>${whenOf(view, start)} ${escapeHtml(words.text('slots.zoneIs', timeZone))}</p>
${problemOf(problem)}
<h2>${escapeHtml(words.text('steps.details'))}</h2>
<form method="post" action="${linkTo({ ...query })}">
<input type="hidden" name="start" value="${escapeHtml(start)}">
${plainFields(words, offer, form, problem?.fields ?? new Set())}
<p class="actions"><button>${escapeHtml(words.text(verb))}</button></p>
</form>
<p><a href="${linkTo({ ...query, month: start.slice(0, 7) })}">${escapeHtml(words.text('steps.otherTime'))}</a></p>`,
  )
}

/** What became of a booking. `manageLink`: the page to change it. */
export function plainDonePage(
  view: PlainContext,
  booking: Pick<PlainBooking, 'status' | 'emailUnconfirmed' | 'booker' | 'start'>,
  manageLink: string,
): Answer {
  const { words, offer } = view
  const email = shownEmail(booking.booker?.email ?? '')
  const [title, text] = booking.emailUnconfirmed
    ? [words.text('steps.checkEmailTitle'), words.text('steps.checkEmail', email)]
    : booking.status === 'confirmed'
      ? [words.text('steps.doneTitle'), words.text('steps.done', email)]
      : [words.text('steps.requestedTitle'), words.text('steps.requested', email)]
  return page(
    { words, title, brand: brandOf(view) },
    `<h1>${escapeHtml(title)}</h1>
<p dir="auto">${escapeHtml(offer.title)} · ${escapeHtml(offer.provider.name)}</p>
${chosenOf(view)}<p>${whenOf(view, booking.start)}</p>
<p>${escapeHtml(text)}</p>
<p><a href="${escapeHtml(manageLink)}">${escapeHtml(words.text('steps.manage'))}</a></p>
<p>${escapeHtml(words.text('steps.manageHint'))}</p>`,
  )
}

/** The month of a time in UTC. */
export const monthOf = (epochMilliseconds: number): string =>
  formatInstant(Math.floor(epochMilliseconds / 60_000), 'UTC').slice(0, 7)
