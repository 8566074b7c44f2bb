import { ok, type Result, refuse } from '@holdfast/engine'
import { hashedSecret } from '../../identity/api-keys/api-keys.ts'
import type { Caller } from '../../kernel/caller.ts'
import { commit, DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type {
  CalendarFileLimits,
  CalendarFileProblem,
  CalendarParser,
} from '../../kernel/ports/calendar-parser.ts'
import type { Item, Write } from '../../kernel/ports/store.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import { calendarEventIdKey, importedUidKey } from '../keys.ts'
import type { Calendar } from './calendar.ts'
import { type CalendarEvent, calendarEventFromItem, guestAttributes } from './calendar-event.ts'
import { getLiveCalendar } from './calendars.ts'
import { commitEvent, type EventContent } from './events.ts'
import { feedUidEvent } from './feed-uid.ts'
import { type FileSeries, importedEvent, seriesOf } from './file-series.ts'
import { eventsOf } from './file-zone.ts'
import {
  type ImportReport,
  type ImportWarning,
  type Skipped,
  skip,
  skipRefused,
} from './import-report.ts'

/** What a file may be: a call answers within seconds. A larger file is sent in parts. */
export const IMPORT_LIMITS: CalendarFileLimits = {
  bytes: 1024 * 1024,
  events: 1000,
  datesPerEvent: 500,
  problems: 100,
  milliseconds: 5000,
}

/** How many events are written at a time; stays one after the other, as the file has them. */
const EVENTS_AT_ONCE = 8

const WHAT_IS_WRONG = {
  not_a_calendar: 'no calendar file that can be read',
  calendar_too_large: 'more than one import takes',
} as const

/** Problems that each event which they touch is skipped for: told with it, and not a second time. */
const TOLD_OF_EVENTS: readonly CalendarFileProblem['code'][] = [
  'unreadable_event',
  'unknown_time_zone',
]

/** What an import needs from outside. */
export interface ImportDependencies extends Dependencies {
  readonly calendarParser: CalendarParser
}

/** What became of one event, and what of it was left out. */
interface Outcome {
  readonly became: 'imported' | 'updated' | 'unchanged' | 'removed' | undefined
  readonly skipped: readonly Skipped[]
  readonly warnings: readonly ImportWarning[]
}

/**
 * Takes the events of a calendar file (RFC 5545) into a calendar: each by its UID once, however often
 * the file is sent, in a transaction of its own. An import that was broken off is sent again: what
 * was taken is `unchanged` then. Stays stand as the file has them, whatever the rules for new ones
 * are, but never on a night that is taken. Values that the file does not tell of stay as they are.
 */
export async function importCalendar(
  deps: ImportDependencies,
  caller: Caller,
  calendarId: string,
  file: Uint8Array,
): Promise<Result<ImportReport, Refusal>> {
  const found = await getLiveCalendar(deps, caller, calendarId)
  if (!found.ok) return found
  const parsed = await deps.calendarParser.parse(file, IMPORT_LIMITS)
  if (!parsed.ok) {
    const { code, detail } = parsed.refusal
    return invalid('', `is ${WHAT_IS_WRONG[code]}: ${detail}`)
  }
  const { calendars, problems } = parsed.value
  const { series, superseded } = seriesOf(calendars.flatMap(eventsOf))
  const { idempotency: _, ifVersion: _1, ...each } = caller
  const width = found.value.exclusive === 'nights' ? 1 : EVENTS_AT_ONCE
  const outcomes: Outcome[] = []
  for (let at = 0; at < series.length; at += width) {
    const turn = series.slice(at, at + width)
    outcomes.push(
      ...(await Promise.all(turn.map((one) => importSeries(deps, each, found.value, one)))),
    )
  }
  const unreadable = problems.filter(({ code }) => code === 'unreadable_event')
  const count = (became: Outcome['became']) =>
    outcomes.filter((outcome) => outcome.became === became).length
  const byLine = (a: { readonly line: number }, b: { readonly line: number }) => a.line - b.line
  const report: ImportReport = {
    imported: count('imported'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    removed: count('removed'),
    skipped: [
      ...unreadable.map((problem) => skip(problem, 'unreadable', problem.detail)),
      ...superseded,
      ...outcomes.flatMap(({ skipped }) => skipped),
    ].sort(byLine),
    warnings: [
      ...problems
        .filter(({ code }) => !TOLD_OF_EVENTS.includes(code))
        .map(({ uid, line, detail }) => ({ uid: uid ?? null, line, detail })),
      ...outcomes.flatMap(({ warnings }) => warnings),
    ].sort(byLine),
  }
  return remember(deps, caller, report)
}

/** Keeps the answer for a repetition of the call, where the caller gave a key. */
async function remember(
  deps: Dependencies,
  caller: Caller,
  report: ImportReport,
): Promise<Result<ImportReport, Refusal>> {
  if (caller.idempotency === undefined) return ok(report)
  const committed = await commit(deps, caller, [], report)
  return committed.kind === 'refused' ? refuse(committed.refusal) : ok(report)
}

/** The event that a UID stands for in a calendar, and what says so. */
interface Known {
  readonly before: CalendarEvent | undefined
  /** Writes that make the UID stand for another event. */
  readonly standsFor: (eventId: string) => readonly Write[]
}

async function findKnown(deps: Dependencies, calendar: Calendar, name: string): Promise<Known> {
  const read = async (eventId: string) => {
    const item = await deps.store.get(calendarEventIdKey(eventId), { consistent: true })
    const event = item && calendarEventFromItem(item)
    return event?.calendarId === calendar.id ? event : undefined
  }
  // An event of a feed that was written here is known without having been imported.
  const own = feedUidEvent(name)
  const exported = own === undefined ? undefined : await read(own)
  if (exported) return { before: exported, standsFor: () => [] }
  // Hashed, since a UID may be of any length.
  const key = importedUidKey(calendar.id, hashedSecret(deps, name))
  const uid = await deps.store.get(key, { consistent: true })
  const before = uid && (await read(uid.eventId as string))
  const standsFor = (eventId: string): readonly Write[] => {
    const item = (version: number): Item => ({ ...key, eventId, version })
    if (uid === undefined) return [{ kind: 'put-if-absent', item: item(1) }]
    const version = uid.version as number
    return [{ kind: 'put-if-version', item: item(version + 1), version }]
  }
  return { before, standsFor }
}

const taken = (became: Outcome['became']): Outcome => ({ became, skipped: [], warnings: [] })
const left = (skipped: Skipped): Outcome => ({ ...taken(undefined), skipped: [skipped] })

/** Takes one event with its occurrences; decided again if somebody else was first. */
async function importSeries(
  deps: Dependencies,
  caller: Caller,
  calendar: Calendar,
  series: FileSeries,
): Promise<Outcome> {
  const { master } = series
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const { before, standsFor } = await findKnown(deps, calendar, series.name)
    if (master.isCancelled) {
      if (before === undefined) return left(skip(master, 'cancelled', 'It was cancelled.'))
      const removed = await commitEvent(deps, caller, { before })
      if (removed.kind === 'done') return taken('removed')
      continue
    }
    const wanted = importedEvent(calendar, series, before)
    if (!wanted.ok) return left(wanted.refusal)
    const { skipped, warnings } = wanted.value
    const content = { ...wanted.value.content, ...guestAttributes(before) }
    if (before && isSame(before, content)) return { became: 'unchanged', skipped, warnings }
    const after = eventOf(deps, content, before)
    const also = before ? [] : standsFor(after.id)
    const change = before ? { before, after } : { after }
    const committed = await commitEvent(deps, caller, change, after, also)
    if (committed.kind === 'refused') return left(skipRefused(master, committed.refusal))
    if (committed.kind === 'done') {
      return { became: before ? 'updated' : 'imported', skipped, warnings }
    }
  }
  throw tooContended(`calendar ${calendar.id}`)
}

function eventOf(
  deps: Dependencies,
  content: EventContent,
  before: CalendarEvent | undefined,
): CalendarEvent {
  const now = epochSeconds(deps.clock)
  return {
    ...content,
    id: before?.id ?? deps.ids.next('calendarEvent', deps.clock.nowEpochMilliseconds()),
    version: (before?.version ?? 0) + 1,
    createdAtEpochSeconds: before?.createdAtEpochSeconds ?? now,
    updatedAtEpochSeconds: now,
  }
}

function isSame(before: CalendarEvent, content: EventContent): boolean {
  const { id, version, createdAtEpochSeconds, updatedAtEpochSeconds } = before
  const identity = { id, version, createdAtEpochSeconds, updatedAtEpochSeconds }
  return sameMembers(
    { ...before } as unknown as Item,
    { ...content, ...identity } as unknown as Item,
  )
}
