import type { Rule } from '../access/policy.ts'
import type { AuditIntent } from '../audit.ts'
import type { Caller } from '../caller.ts'
import { epochSeconds } from '../dependencies.ts'
import { findIdempotencyRecord, type IdempotencyRecord } from '../idempotency.ts'
import type { Refusal } from '../refusals.ts'
import { storeAnswer } from '../transaction.ts'
import { type Answer, json } from './answer.ts'
import { type Identity, identify, readCredential, SUSPENDED } from './auth.ts'
import { forbiddenOperation, hiddenSubject, ruleOfEndpoint, withoutHidden } from './authorize.ts'
import { identifyBooker, sendsBookerToken } from './booker-access.ts'
import type { Call } from './call.ts'
import { clientNetwork } from './client-address.ts'
import type { HttpContext, Managed } from './context.ts'
import { type AnyEndpoint, type EndpointRequest, isOperational } from './endpoint.ts'
import { compressAbove, fingerprint, openAnswer, scopeHash, sealAnswer } from './idempotency.ts'
import {
  ANYBODY,
  identifyMetricsReader,
  identifyOperator,
  identifySignedIn,
} from './operator-access.ts'
import {
  type Checked,
  failed,
  OVERLOADED,
  type ProblemDetails,
  passed,
  problemAnswer,
} from './problem.ts'
import { rateProblem } from './rate-limit.ts'
import { type Input, readInput, readParams } from './read-input.ts'
import { aboutQuery } from './refusal-problem.ts'
import { isOwnPage } from './same-origin.ts'

/** Data about a request for its response headers and its log line, filled in as it becomes known. */
export interface Trace {
  readonly requestId: string
  accountId?: string
  /** Set for callers without an API key. */
  clientNetwork?: string
  rateHeaders?: Readonly<Record<string, string>>
}

type AnyRequest = EndpointRequest<unknown, unknown, unknown>

/** The idempotency key of a request. */
interface KeyUse {
  readonly key: string
  readonly scope: string
  readonly fingerprint: string
  /** Encrypts an answer for the store. */
  readonly seal: (answer: Answer) => Uint8Array
  /** Whether the answer was committed with the work. */
  isStored?: true
}

/** A request that may be performed. */
interface Performable {
  readonly request: AnyRequest
  readonly use: KeyUse | undefined
  /** The answer with a value. An answer that was made for the store is not made again. */
  readonly answerOf: (value: unknown) => Answer
  readonly answerProblem: (problem: ProblemDetails) => Answer
}

/** Answers one request of an endpoint. Does not catch errors. */
export async function respond(
  context: HttpContext,
  endpoint: AnyEndpoint,
  call: Call,
  trace: Trace,
): Promise<Answer> {
  const answerProblem = (problem: ProblemDetails) => problemAnswer(problem, trace.requestId)
  const params = readParams(endpoint, call)
  const identity = await findCaller(context, endpoint, call, params, trace)
  if (!identity.ok) return answerProblem(identity.problem)
  const isClosed = identity.value.isSuspended && !servesSuspended(endpoint)
  if (isClosed && !SUSPENDED.ok) return answerProblem(SUSPENDED.problem)
  const rule = ruleOfEndpoint(endpoint)
  const forbidden = rule && forbiddenCall(context, rule, identity.value)
  if (forbidden) return answerProblem(forbidden)
  if (!params.ok) return answerProblem(params.problem)
  const input = await readInput(endpoint, call)
  if (!input.ok) return answerProblem(input.problem)
  const use = keyUse(context, call, identity.value, input.value)
  const audit = auditOf(endpoint, identity.value, params.value, trace)
  const answerOf = rememberingLast((value) => endpoint.answer(value, request))
  const request: AnyRequest = {
    params: params.value,
    query: input.value.query,
    body: input.value.body,
    file: input.value.bodyBytes,
    mediaType: input.value.mediaType,
    headers: input.value.headers,
    ...(identity.value.session && { session: identity.value.session }),
    caller: {
      ...callerOf(identity.value, input.value, trace, use, (value) =>
        endpoint.replayForm ? json(endpoint.replayForm.stored(value, request)) : answerOf(value),
      ),
      ...(audit && { audit }),
    },
  }
  const isRestricted = request.caller.providerIds !== undefined
  const hidden = rule && isRestricted && (await hiddenSubject(context, rule, request))
  if (hidden) return answerProblem(hidden)
  const performable = { request, use, answerOf, answerProblem }
  if (isOperational(endpoint)) return performOnce(context, endpoint, performable)
  // Only now, so that clients who send slowly take no place.
  if (!context.admission.enter(endpoint.isUrgent ?? false)) return answerProblem(OVERLOADED)
  try {
    return await performOnce(context, endpoint, performable)
  } finally {
    context.admission.leave()
  }
}

/** A function that returns its last result again if it is called again with the same value. */
function rememberingLast(answer: (value: unknown) => Answer): (value: unknown) => Answer {
  let last: { readonly value: unknown; readonly answer: Answer } | undefined
  return (value) => {
    if (last === undefined || last.value !== value) last = { value, answer: answer(value) }
    return last.answer
  }
}

/** Whether a booker of a suspended account can use an endpoint: to read, and to cancel. */
const servesSuspended = ({ method, isOpenWhileSuspended }: AnyEndpoint): boolean =>
  method === 'get' || isOpenWhileSuspended === true

/** Why the policy refuses a caller. A booker opens one booking, and was checked for it. */
function forbiddenCall(
  { deps }: HttpContext,
  rule: Rule,
  { role, grant, session }: Identity,
): ProblemDetails | undefined {
  if (role !== 'account') return undefined
  const signedIn = session?.memberId === undefined ? undefined : session.signedInAtEpochSeconds
  const asking = { grant, ...(signedIn !== undefined && { signedInAtEpochSeconds: signedIn }) }
  return forbiddenOperation(rule, asking, epochSeconds(deps.clock))
}

/** Performs the request unless another one with its idempotency key is running. */
const performOnce = (
  context: HttpContext,
  endpoint: AnyEndpoint,
  performable: Performable,
): Promise<Answer> => {
  const { use } = performable
  return use
    ? performAlone(context, endpoint, performable, use)
    : perform(context, endpoint, performable)
}

async function performAlone(
  context: HttpContext,
  endpoint: AnyEndpoint,
  performable: Performable,
  use: KeyUse,
): Promise<Answer> {
  const { answerProblem } = performable
  if (context.inFlight.has(use.scope)) {
    return answerProblem({
      code: 'request_in_progress',
      detail: 'A request with this Idempotency-Key is still running.',
      headers: { 'retry-after': '1' },
    })
  }
  context.inFlight.add(use.scope)
  try {
    return await perform(context, endpoint, performable)
  } finally {
    context.inFlight.delete(use.scope)
  }
}

async function findCaller(
  context: HttpContext,
  endpoint: AnyEndpoint,
  call: Call,
  params: Checked<unknown>,
  trace: Trace,
): Promise<Checked<Identity>> {
  const { access } = endpoint
  if (access === 'open') return passed(ANYBODY)
  if (access === 'metrics') return identifyMetricsReader(context, call)
  if (access === 'signed-in') return identifySignedIn(context, call)
  if (access === 'operator') return identifyOperator(context, call)
  const { headers } = call.sent
  const isAnonymous = access === 'public' || access === 'sign-in'
  const isStranger = isAnonymous || access === 'booker'
  const credential = isStranger ? undefined : readCredential(call.sent, context.settings)
  if (isStranger || credential?.kind === 'manage-token') {
    const { limits } = context
    const open = endpoint.method === 'get' ? limits.read : limits.write
    const limiter = access === 'sign-in' ? limits.signIn : open
    const forwardedFor = headers.get('x-forwarded-for')
    const network = clientNetwork(call.env, forwardedFor, context.settings.trustedProxies)
    trace.clientNetwork = network
    const verdict = limiter(network)
    trace.rateHeaders = verdict.headers
    if (!verdict.allowed) return failed(rateProblem(verdict))
  }
  // Prevents login CSRF: a foreign page could sign the user in to another account.
  if (access === 'sign-in' && headers.has('origin') && !isOwnPage(context.settings, call.sent)) {
    return failed({ code: 'unauthenticated', detail: 'Sign in from a page of this server.' })
  }
  if (endpoint.acceptsBookerToken && sendsBookerToken(headers)) {
    return await identifyBooker(context, headers)
  }
  // One stranger's idempotency key must not replay a manage token to another.
  if (isAnonymous) return passed({ ...ANYBODY, scopeOwner: `public ${trace.clientNetwork}` })
  if (access === 'booker') return await identifyBooker(context, headers)
  const managed =
    access === 'account-or-booker' && params.ok ? (params.value as Managed) : undefined
  const identity = await identify(context, credential, managed)
  if (identity.ok) {
    trace.accountId = identity.value.accountId
    if (identity.value.rateHeaders) trace.rateHeaders = identity.value.rateHeaders
  }
  return identity
}

function keyUse(
  { settings: { storeEngine } }: HttpContext,
  call: Call,
  identity: Identity,
  input: Input,
): KeyUse | undefined {
  const key = input.idempotencyKey
  if (key === undefined) return undefined
  const scope = scopeHash(identity.scopeOwner, call.method, call.path, key)
  return {
    key,
    scope,
    fingerprint: fingerprint(input.bodyBytes),
    seal: (answer) => sealAnswer(answer, key, scope, compressAbove(storeEngine)),
  }
}

/** What a change of a caller with an account writes into the audit log, if the account keeps one. */
function auditOf(
  endpoint: AnyEndpoint,
  { accountId, account, grant }: Identity,
  params: unknown,
  { requestId }: Trace,
): AuditIntent | undefined {
  if (account === undefined || account.auditDays === 0 || endpoint.method === 'get')
    return undefined
  const named = params as { readonly id?: string; readonly eventId?: string }
  const resourceId = named.eventId ?? named.id
  return {
    accountId,
    actor: grant.actor,
    operation: endpoint.operationId,
    ...(resourceId !== undefined && { resourceId }),
    requestId,
    keptDays: account.auditDays,
  }
}

function callerOf(
  identity: Identity,
  input: Input,
  trace: Trace,
  use: KeyUse | undefined,
  answer: (value: unknown) => Answer,
): Caller {
  return {
    accountId: identity.accountId,
    role: identity.role,
    actor: identity.grant.actor,
    ...(identity.role === 'account' && identity.grant),
    ...(identity.booker && { booker: identity.booker }),
    requestId: trace.requestId,
    ...(trace.clientNetwork === undefined ? {} : { clientNetwork: trace.clientNetwork }),
    ...(input.ifVersion === undefined ? {} : { ifVersion: input.ifVersion }),
    ...(use && {
      idempotency: {
        scopeHash: use.scope,
        fingerprint: use.fingerprint,
        seal: (value: unknown) => use.seal(answer(value)),
        onStored: () => {
          use.isStored = true
        },
      },
    }),
  }
}

/**
 * Performs the request. It does not read the idempotency record first, because nearly every request is the
 * first with its key. The work of the first request, or its idempotency record, rejects a repeated request.
 * Only then is the record read and its response replayed. Without a record, the refusal becomes the answer
 * to the key.
 */
async function perform(
  context: HttpContext,
  endpoint: AnyEndpoint,
  { request, use, answerOf, answerProblem }: Performable,
): Promise<Answer> {
  const result = await endpoint.perform(request)
  if (result.ok) {
    const rule = ruleOfEndpoint(endpoint)
    const { value: whole } = result
    const isRestricted = request.caller.providerIds !== undefined
    const value =
      rule && isRestricted ? await withoutHidden(context, rule, whole, request.caller) : whole
    const answer = answerOf(value)
    const record = use && !use.isStored && (await storedLate(context, endpoint, answer, use))
    return record ? await replay(endpoint, request, record, use, answerProblem) : answer
  }
  const { refusal } = result
  if (refusal.code === 'idempotency_key_seen') {
    if (use === undefined) throw new Error('unexpected idempotency conflict')
    return await replay(endpoint, request, refusal.record, use, answerProblem)
  }
  const { role } = request.caller
  const answer = answerProblem(
    context.problemOf(
      endpoint.method === 'get' ? aboutQuery(refusal) : refusal,
      role === 'account' ? 'account' : 'booker',
    ),
  )
  const record = use && (await earlierAnswer(context, refusal, answer, use))
  return record ? await replay(endpoint, request, record, use as KeyUse, answerProblem) : answer
}

/**
 * Stores the answer of work that has committed nothing under the key of its request. If the key already has an answer,
 * stores nothing and returns that. Streams, and answers that sign somebody in, are not stored.
 */
async function storedLate(
  { deps }: HttpContext,
  { replayForm }: AnyEndpoint,
  answer: Answer,
  use: KeyUse,
): Promise<IdempotencyRecord | undefined> {
  const isText = answer.body === null || typeof answer.body === 'string'
  if (replayForm || !isText || 'set-cookie' in answer.headers) return undefined
  const intent = { scopeHash: use.scope, fingerprint: use.fingerprint, seal: use.seal }
  return await storeAnswer(deps, intent, answer)
}

/** Refusals that say nothing about the request: the same one may succeed when it is repeated. */
const TEMPORARY: ReadonlySet<Refusal['code']> = new Set([
  'proof_of_work_required',
  'rate_limited',
  'unauthenticated',
])

/** The stored answer to the key of a refused request. If there is none, stores the refusal. */
function earlierAnswer(
  { deps }: HttpContext,
  refusal: Refusal,
  answer: Answer,
  use: KeyUse,
): Promise<IdempotencyRecord | undefined> {
  if (TEMPORARY.has(refusal.code)) {
    return findIdempotencyRecord(deps.store, use.scope, epochSeconds(deps.clock))
  }
  const intent = { scopeHash: use.scope, fingerprint: use.fingerprint, seal: use.seal }
  return storeAnswer(deps, intent, answer)
}

async function replay(
  { replayForm }: AnyEndpoint,
  request: AnyRequest,
  record: IdempotencyRecord,
  use: KeyUse,
  answerProblem: (problem: ProblemDetails) => Answer,
): Promise<Answer> {
  if (record.fingerprint !== use.fingerprint) {
    return answerProblem({
      code: 'idempotency_key_reused',
      detail: 'This Idempotency-Key was already used with a different body. Use a new key.',
    })
  }
  const stored = openAnswer(record.sealedAnswer, use.key, use.scope)
  // A stored refusal is whole.
  const isWhole = replayForm === undefined || stored.status >= 400
  const answer = isWhole
    ? stored
    : await replayForm.answer(JSON.parse(String(stored.body)), request)
  return { ...answer, headers: { ...answer.headers, 'idempotency-replayed': 'true' } }
}
