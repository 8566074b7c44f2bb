/** The smallest servers that do a part of what a hold needs, each with more of it than the one before. */

/** What a stage can leave out. */
export type Promised = 'event' | 'trigger' | 'time-to-live' | 'lists' | 'token'
/** What a stage can do in addition. `others`: sees commits of other processes, and repeats. `thread`: writes in a thread. */
export type Extra = 'key' | 'log' | 'access' | 'contract' | 'offer' | 'others' | 'thread'

/** What a server of the floor does for a request. */
export interface Stage {
  readonly id: string
  readonly name: string
  /**
   * `http`: parses the body and answers the bytes of a hold. `rows`: the same, and writes rows of a hold that were made
   * before. `hold`: makes the rows and the answer of the request.
   */
  readonly does: 'http' | 'rows' | 'hold'
  readonly without: readonly Promised[]
  readonly with: readonly Extra[]
}

const stage = (
  id: string,
  name: string,
  does: Stage['does'],
  { without = [], with: extra = [] }: Partial<Pick<Stage, 'without' | 'with'>> = {},
): Stage => ({ id, name, does, without, with: extra })

/** (a) */
export const HTTP = stage('http', 'bare Node server: parses the body, answers', 'http')
/** (b) */
export const ROWS = stage('rows', 'the same, and the rows of a hold', 'rows')
/** (c) */
export const FLOOR = stage('floor', 'the same, and what makes these rows and the answer', 'hold')
/** (c) without what the smaller service does not do either. */
export const LIKE_SERVICE = stage(
  'like-service',
  'of these, what the first service does too',
  'hold',
  {
    without: ['trigger', 'time-to-live', 'token'],
  },
)

/** What Holdfast promises of each hold beside its rows. */
const PROMISED: readonly Extra[] = ['access', 'contract', 'offer', 'others', 'log']

/** (d) */
export const SECOND_FLOOR = stage(
  'second-floor',
  'the floor, and all checks, looks and logs of a hold',
  'hold',
  { with: PROMISED },
)

/** (d) with the record of an Idempotency-Key. */
export const KEYED_SECOND_FLOOR = stage(
  'keyed-second-floor',
  'the second floor, Idempotency-Key',
  'hold',
  { with: [...PROMISED, 'key'] },
)

/** (d) on two cores. */
export const WRITER_THREAD = stage(
  'writer-thread',
  'the second floor, with a thread that writes',
  'hold',
  { with: [...PROMISED, 'thread'] },
)

/** (c) with one thing less or more. The difference is what a hold pays for it. */
export const PROMISES: readonly {
  readonly stage: Stage
  readonly what: string
  /** Whether the first service does it, too. */
  readonly isInService: boolean
}[] = [
  { without: ['event'] as const, what: 'event for webhooks and the event log', isInService: true },
  { without: ['trigger'] as const, what: 'trigger that lets the hold lapse' },
  { without: ['time-to-live'] as const, what: 'time to live of the trigger' },
  { without: ['lists'] as const, what: 'four lists of bookings', isInService: true },
  { without: ['token'] as const, what: 'manage token and its hash' },
  { with: ['key'] as const, what: 'Idempotency-Key: encrypted answer' },
  { with: ['access'] as const, what: 'API key: account, rights, expiry, suspension' },
  {
    with: ['contract'] as const,
    what: 'body: UTF-8, types, forms, no other members',
    isInService: true,
  },
  { with: ['offer'] as const, what: 'start: rules, hours, overrides, notice, time zone' },
  {
    with: ['others'] as const,
    what: 'other processes, repeated calls, retries',
    isInService: true,
  },
  { with: ['log'] as const, what: 'log line and metrics' },
].map(({ what, isInService = false, ...change }) => {
  const [part] = 'with' in change ? change.with : change.without
  const sign = 'with' in change ? 'with' : 'without'
  return { stage: stage(`${sign}-${part}`, `${sign}: ${what}`, 'hold', change), what, isInService }
})

/** All stages. */
export const STAGES: readonly Stage[] = [
  HTTP,
  ROWS,
  FLOOR,
  LIKE_SERVICE,
  SECOND_FLOOR,
  KEYED_SECOND_FLOOR,
  WRITER_THREAD,
  ...PROMISES.map((each) => each.stage),
]
