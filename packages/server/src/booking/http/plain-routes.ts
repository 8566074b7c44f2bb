import { PROBLEMS } from '@holdfast/contracts'
import { ok, type Result, refuse } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import type { PublicGuard } from '../../identity/limits/cap-sizes.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Answer } from '../../kernel/http/answer.ts'
import type { CallerAccounts, HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { publicParams } from '../../kernel/http/paths.ts'
import type { ProblemOf } from '../../kernel/http/refusal-problem.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { bodyOfForm, fieldOfPointer, type PlainForm, type PlainOffer } from './plain-fields.ts'
import {
  monthOf,
  type PlainBooking,
  type PlainLink,
  type PlainProblem,
  plainDonePage,
  plainFormPage,
  plainProblemPage,
  plainTimesPage,
  rangeOfMonth,
  type WayOn,
} from './plain-page.ts'
import { type PlainWords, plainLanguage, plainWords } from './plain-words.ts'

const path = '/v1/plain/{providerSlug}/{eventTypeSlug}'
const endpoint = endpointOf('Public')
const shared = { access: 'public', isHidden: true } as const

/** The maximum size of the form. */
const FORM_BYTES = 64_000

const query = z.object({
  accountSlug: z.string().optional(),
  lang: z.string().optional(),
  month: z
    .string()
    .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)
    .optional(),
  start: z.iso.datetime({ offset: true }).optional(),
  duration: z
    .string()
    .regex(/^\d{1,5}$/)
    .optional(),
  providerId: z.string().max(100).optional(),
})
const headers = z.object({
  'accept-language': z.string().optional(),
  'sec-fetch-site': z.string().optional(),
})

interface Asked {
  readonly caller: Caller
  readonly params: z.infer<typeof publicParams>
  readonly query: z.infer<typeof query>
  readonly headers: z.infer<typeof headers>
}

/** The answer of a call of the public API. */
interface CallAnswer {
  readonly status: number
  readonly body: unknown
}

type Calls = (operationId: string, request: CallRequest) => Promise<Result<CallAnswer, Refusal>>

interface CallRequest {
  readonly caller: Caller
  readonly params?: object
  readonly query?: object
  readonly body?: object
}

/** Validates input by the schema of an endpoint, as a call over HTTP would be. */
function parsed(schema: z.ZodType | undefined, input: object = {}): Result<unknown, Refusal> {
  if (schema === undefined) return ok({})
  const read = schema.safeParse(input)
  if (read.success) return ok(read.data)
  const [issue] = read.error.issues
  return invalid(`/${issue?.path.join('/') ?? ''}`, issue?.message ?? 'is invalid')
}

/** Makes calls of the API for the page, so that it books by the same rules, limits and caps. */
function callsOf(endpoints: readonly AnyEndpoint[]): Calls {
  const byId = new Map(endpoints.map((each) => [each.operationId, each]))
  return async (operationId, { caller, params = {}, ...sent }) => {
    const called = byId.get(operationId)
    if (called === undefined) throw new Error(`there is no operation ${operationId}`)
    const found = parsed(called.query, sent.query)
    if (!found.ok) return found
    const body = parsed(called.body, sent.body)
    if (!body.ok) return body
    const request = {
      caller,
      params,
      query: found.value,
      body: body.value,
      file: new Uint8Array(),
      mediaType: '',
      headers: {},
    }
    const done = await called.perform(request)
    if (!done.ok) return done
    const answer = called.answer(done.value, request)
    const text =
      answer.body instanceof Uint8Array ? Buffer.from(answer.body).toString() : answer.body
    return ok({ status: answer.status, body: JSON.parse(String(text)) as unknown })
  }
}

/** Why an event type has no page without scripts: it is refused, or its times depend on answers. */
type NoOffer = Refusal | { readonly code: 'asks_first' }

/** A browser without scripts solves no proof of work. */
const scriptsNeeded = ({ text }: PlainWords) => ({
  title: text('plain.neededTitle'),
  text: text('plain.needed'),
})

function problemFor(
  { problemOf }: Pick<Plain, 'problemOf'>,
  words: PlainWords,
  refusal: Refusal,
): PlainProblem {
  if (refusal.code === 'idempotency_key_seen') throw new Error('the page sends no such key')
  const problem = problemOf(refusal, 'booker')
  const own =
    problem.code === 'proof_of_work_required' ? scriptsNeeded(words) : words.problem(problem.code)
  const fields = new Set((problem.errors ?? []).map(({ pointer }) => fieldOfPointer(pointer)))
  return {
    status: PROBLEMS[problem.code].status,
    title:
      own?.title ??
      words.text(problem.code === 'rate_limited' ? 'shared.busyTitle' : 'shared.failedTitle'),
    text: own?.text ?? words.text('shared.failed'),
    fields,
  }
}

/** Reads what is offered. What needs scripts, a payment, the choice of nights or answers before the times, has no page without them. */
async function offerOf(
  calls: Calls,
  { caller, params, query: { accountSlug } }: Asked,
  slots: object = {},
): Promise<Result<PlainOffer, NoOffer>> {
  const asked = { ...slots, ...(accountSlug && { accountSlug }) }
  const found = await calls('getPublicEventType', { caller, params, query: asked })
  if (!found.ok) return found
  // The schema of the call describes its answer.
  const offer = found.value.body as PlainOffer
  if (offer.payment !== null || offer.grain !== 'time') {
    return notFound('event_type', `${params.providerSlug}/${params.eventTypeSlug}`)
  }
  const asksFirst = offer.questions.some(({ optionRules }) => optionRules !== null)
  return asksFirst ? refuse({ code: 'asks_first' }) : ok(offer)
}

const wordsFor = ({ query: { lang }, headers: sent }: Asked): PlainWords =>
  plainWords(plainLanguage(lang, sent['accept-language']))

const linked = ({ query: { month: _, start: _start, ...kept } }: Asked): PlainLink => kept

/** The way to the page with scripts. */
function scriptedPage({ params, query: of }: Asked, words: PlainWords): WayOn {
  const account = of.accountSlug === undefined ? [] : ['a', of.accountSlug]
  const path = [...account, params.providerSlug, params.eventTypeSlug].map(encodeURIComponent)
  return { href: `../../../${path.join('/')}`, text: words.text('plain.open') }
}

/** Says why there is no page without scripts. */
function noOfferPage(plain: Plain, asked: Asked, words: PlainWords, reason: NoOffer): Answer {
  if (reason.code !== 'asks_first') return plainProblemPage(words, problemFor(plain, words, reason))
  const title = words.text('plain.neededTitle')
  const problem = { status: 404, title, text: words.text('plain.answersFirst'), fields: NO_FIELDS }
  return plainProblemPage(words, problem, scriptedPage(asked, words))
}

const NO_FIELDS: ReadonlySet<string> = new Set()

/** Where every booking needs a proof of work, says so before anybody fills in a form; undefined if this is elsewhere. */
function refuseWithoutScripts(plain: Plain, asked: Asked): Answer | undefined {
  if (plain.guard !== 'pow' || asked.caller.booker !== undefined) return undefined
  const words = wordsFor(asked)
  const refusal = { code: 'proof_of_work_required', reason: 'missing' } as const
  return plainProblemPage(words, problemFor(plain, words, refusal), scriptedPage(asked, words))
}

/** What the page books with. */
interface Plain {
  readonly guard: PublicGuard | undefined
  readonly problemOf: ProblemOf
  readonly calls: Calls
  readonly callerAccounts: CallerAccounts
  /** The month of today, as it is in UTC. */
  readonly thisMonth: () => string
}

async function timesPage(plain: Plain, asked: Asked, problem?: PlainProblem): Promise<Answer> {
  const words = wordsFor(asked)
  const firstMonth = plain.thisMonth()
  const { month = firstMonth } = asked.query
  const { duration, providerId } = asked.query
  const found = await offerOf(plain.calls, asked, {
    ...rangeOfMonth(month),
    ...(duration !== undefined && { durationMinutes: duration }),
    ...(providerId !== undefined && { providerId }),
  })
  if (!found.ok) return noOfferPage(plain, asked, words, found.refusal)
  const offer = found.value
  const { slots = [] } = offer
  return plainTimesPage({ words, offer, query: linked(asked), month, firstMonth, slots, problem })
}

async function formPage(
  plain: Plain,
  asked: Asked,
  form: PlainForm,
  refusal?: Refusal,
): Promise<Answer> {
  const words = wordsFor(asked)
  const found = await offerOf(plain.calls, asked)
  if (!found.ok) return noOfferPage(plain, asked, words, found.refusal)
  const problem = refusal && problemFor(plain, words, refusal)
  const query = linked(asked)
  return plainFormPage({ words, offer: found.value, query, form, problem })
}

async function bookPage(plain: Plain, asked: Asked, form: PlainForm): Promise<Answer> {
  const { calls, callerAccounts } = plain
  const words = wordsFor(asked)
  // A form of another site books nothing: the reader sees it here first.
  const site = asked.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return formPage(plain, asked, form)
  const found = await offerOf(calls, asked)
  if (!found.ok) return noOfferPage(plain, asked, words, found.refusal)
  const offer = found.value
  const body = bodyOfForm(offer, asked.query, form, words.language)
  const booked = await bookAndConfirm(calls, callerAccounts, asked.caller, body)
  if (!booked.ok) {
    if (!GONE.has(booked.refusal.code)) return formPage(plain, asked, form, booked.refusal)
    const month = form.get('start')?.slice(0, 7)
    const query = { ...asked.query, month }
    return timesPage(plain, { ...asked, query }, problemFor(plain, words, booked.refusal))
  }
  const { booking, manageToken } = booked.value
  const manageLink = `../../../manage/${booking.id}#${manageToken}`
  return plainDonePage({ words, offer, query: linked(asked) }, booking, manageLink)
}

/** The booking page for browsers without scripts: times as links, and a form. `api` are the endpoints that it calls. */
export function plainEndpoints(
  { deps, callerAccounts, problemOf, settings }: HttpContext<BookingDependencies>,
  api: readonly AnyEndpoint[],
): readonly AnyEndpoint[] {
  const plain: Plain = {
    guard: settings.publicGuard,
    problemOf,
    calls: callsOf(api),
    callerAccounts,
    thisMonth: () => monthOf(deps.clock.nowEpochMilliseconds()),
  }
  return [
    endpoint({
      ...shared,
      method: 'get',
      path,
      operationId: 'getPlainPage',
      summary: 'Show the booking page without scripts',
      params: publicParams,
      query,
      headers,
      answers: { 200: { description: 'The page.' } },
      perform: async (asked) => {
        const { start } = asked.query
        return ok(
          refuseWithoutScripts(plain, asked) ??
            (start === undefined
              ? await timesPage(plain, asked)
              : await formPage(plain, asked, new URLSearchParams({ start }))),
        )
      },
      answer: (shown) => shown,
    }),
    endpoint({
      ...shared,
      method: 'post',
      path,
      operationId: 'bookOnPlainPage',
      summary: 'Book on the page without scripts',
      params: publicParams,
      query,
      headers,
      file: { mediaTypes: ['application/x-www-form-urlencoded'], bytes: FORM_BYTES },
      answers: { 200: { description: 'The page.' } },
      perform: async ({ file, ...asked }) =>
        ok(
          refuseWithoutScripts(plain, asked) ??
            (await bookPage(plain, asked, new URLSearchParams(new TextDecoder().decode(file)))),
        ),
      answer: (shown) => shown,
    }),
  ]
}

/** The refusals after which the time is no longer offered. */
const GONE: ReadonlySet<string> = new Set([
  'slot_taken',
  'slot_not_bookable',
  'session_full',
  'session_cancelled',
])

interface Booked {
  readonly booking: PlainBooking
  readonly manageToken: string
}

/** Books, and confirms a hold at once: the form has all details already. */
async function bookAndConfirm(
  calls: Calls,
  { ofManageToken }: CallerAccounts,
  sender: Caller,
  body: object,
): Promise<Result<Booked, Refusal>> {
  // A repeated form is another booking, which finds its time taken.
  const { idempotency: _, ...caller } = sender
  const made = await calls('createPublicBooking', { caller, body })
  if (!made.ok) return made
  // The schemas of the calls describe their answers.
  const { manageToken, ...booking } = made.value.body as PlainBooking
  const isHeld = booking.status === 'pending' && booking.confirmation === 'hold'
  if (!isHeld || booking.emailUnconfirmed) {
    return ok({ booking: { ...booking, manageToken }, manageToken })
  }
  const owner = await ofManageToken({ id: booking.id }, manageToken)
  if (owner === undefined || owner === 'expired') throw new Error('a new booking has its token')
  const holder: Caller = {
    ...caller,
    accountId: owner.accountId,
    role: 'manage',
    actor: { kind: 'booker' },
  }
  const confirmed = await calls('confirmBooking', {
    caller: holder,
    params: { id: booking.id },
    body: {},
  })
  if (!confirmed.ok) return confirmed
  return ok({ booking: { ...(confirmed.value.body as PlainBooking), manageToken }, manageToken })
}
