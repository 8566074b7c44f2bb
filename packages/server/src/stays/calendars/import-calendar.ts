import { ok, type Result, refuse } from '@holdfast/engine'
import { hashedSecret } from '../../identity/api-keys/api-keys.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type {
  CalendarFileCalendar,
  CalendarFileEvent,
  CalendarFileLimits,
  CalendarFileProblem,
  CalendarParser,
  CalendarTime,
} from '../../kernel/ports/calendar-parser.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit, transact } from '../../kernel/transaction.ts'
import { mapTimes } from '../calendar-files/map-times.ts'
import { calendarEventIdKey, importedUidKey } from '../keys.ts'
import type { Calendar } from './calendar.ts'
import { type CalendarEvent, calendarEventEntity, guestAttributes } from './calendar-event.ts'
import { getLiveCalendar } from './calendars.ts'
import { NO_SOURCE, sourceOf, whyNotRemoved } from './channel.ts'
import type { ChannelDependencies } from './channel-state.ts'
import { commitEvent } from './commit-event.ts'
import { eventOf, sameEvent } from './event-of-content.ts'
import { feedUidEvent } from './feed-uid.ts'
import { type FileSeries, groupByUid, importedEvent, uidNameOf } from './file-series.ts'
import {
  type ImportReport,
  type Outcome,
  type Skipped,
  skip,
  skippedEvent,
  skipRefused,
  withoutWarnings,
} from './import-report.ts'
import { type ChannelFile, type ImportedStays, importStays } from './import-stays.ts'
import { importedUidEntity } from './imported-uid.ts'
import { removeMissing } from './remove-missing.ts'

/** The limits of a file. A call then takes seconds. Callers split larger files. */
export const IMPORT_LIMITS: CalendarFileLimits = {
  bytes: 1024 * 1024,
  events: 1000,
  datesPerEvent: 500,
  problems: 100,
  milliseconds: 5000,
}

/** How many events are written in parallel. */
const CONCURRENT_EVENTS = 8

const FILE_ERRORS = {
  not_a_calendar: 'must be a calendar file (RFC 5545)',
  calendar_too_large: 'must be within the limits of one import',
} as const

/** Problems that skip the events they affect. The report names these events, so it omits the problems. */
const REPORTED_WITH_EVENTS: readonly CalendarFileProblem['code'][] = [
  'unreadable_event',
  'unknown_time_zone',
]

/** What an import needs beside the dependencies of all use cases. */
export interface ImportDependencies extends ChannelDependencies {
  readonly calendarParser: CalendarParser
}

/** How a file is imported. */
export interface ImportOptions {
  /** The name of the channel that the file comes from. Default: its `PRODID`. */
  readonly source?: string | undefined
  /**
   * Whether events that were imported from the same channel are removed if the file no longer has them.
   * Default: only on a calendar of stays.
   */
  readonly removesMissing?: boolean | undefined
}

/**
 * Imports the events of a calendar file (RFC 5545) into a calendar. Each UID is imported once, however
 * often the file is sent. After an interruption the file is sent again, and the events that were imported
 * count as `unchanged`. Stays may break the stay policy, but never share a night. Custom values that the file
 * does not have stay unchanged. What a channel no longer has is removed, but only if its whole file could be
 * read.
 */
export async function importCalendar(
  deps: ImportDependencies,
  caller: Caller,
  calendarId: string,
  file: Uint8Array,
  options: ImportOptions = {},
): Promise<Result<ImportReport, Refusal>> {
  const found = await getLiveCalendar(deps, caller, calendarId)
  if (!found.ok) return found
  const parsed = await deps.calendarParser.parse(file, IMPORT_LIMITS)
  if (!parsed.ok) {
    const { code, detail } = parsed.refusal
    return invalid('', `${FILE_ERRORS[code]}: ${detail}`)
  }
  const { calendars, problems } = parsed.value
  const { series, superseded } = groupByUid(calendars.flatMap(eventsOf))
  const { idempotency: _, ifVersion: _1, ...eventCaller } = caller
  const isForStays = found.value.exclusive === 'nights'
  const source = sourceOf(parsed.value, options.source)
  const removes = options.removesMissing ?? isForStays
  const keptBecause = removes ? whyNotRemoved(parsed.value, source) : undefined
  const names = [
    ...series.map(({ name }) => name),
    ...calendars.flatMap(({ events }) => events.map(uidNameOf)),
    ...problems.flatMap(({ uid }) => uid ?? []),
  ]
  const imported = await (isForStays ? importStays : importEvents)(deps, eventCaller, found.value, {
    source: source ?? NO_SOURCE,
    series,
    names,
    removesMissing: removes && keptBecause === undefined,
  })
  const report = reportOf(problems, superseded, imported)
  return storeReport(
    deps,
    caller,
    keptBecause === undefined ? report : withKept(report, keptBecause),
  )
}

/** Imports the events of a calendar whose events do not exclude each other, each one on its own. */
async function importEvents(
  deps: Dependencies,
  caller: Caller,
  calendar: Calendar,
  { source, series, names, removesMissing }: ChannelFile,
): Promise<ImportedStays> {
  const hashes = new Set(names.map((name) => hashedSecret(deps, name)))
  const removed = removesMissing
    ? await removeMissing(deps, caller, calendar.id, source, hashes)
    : 0
  const outcomes: Outcome[] = []
  for (let at = 0; at < series.length; at += CONCURRENT_EVENTS) {
    const batch = series.slice(at, at + CONCURRENT_EVENTS)
    const imported = batch.map((one) => importSeries(deps, caller, calendar, source, one))
    outcomes.push(...(await Promise.all(imported)))
  }
  return { outcomes, removed }
}

const withKept = (report: ImportReport, reason: string): ImportReport => ({
  ...report,
  warnings: [
    ...report.warnings,
    { uid: null, line: 1, detail: `${reason}, so no event was removed because the file lacks it.` },
  ],
})

function reportOf(
  problems: readonly CalendarFileProblem[],
  superseded: readonly Skipped[],
  { outcomes, removed }: ImportedStays,
): ImportReport {
  const count = (result: Outcome['result']) =>
    outcomes.filter((outcome) => outcome.result === result).length
  const unreadable = problems.filter(({ code }) => code === 'unreadable_event')
  const byLine = (a: { readonly line: number }, b: { readonly line: number }) => a.line - b.line
  return {
    imported: count('imported'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    removed: count('removed') + removed,
    skipped: [
      ...unreadable.map((problem) => skip(problem, 'unreadable', problem.detail)),
      ...superseded,
      ...outcomes.flatMap(({ skipped }) => skipped),
    ].sort(byLine),
    warnings: [
      ...problems
        .filter(({ code }) => !REPORTED_WITH_EVENTS.includes(code))
        .map(({ uid, line, detail }) => ({ uid: uid ?? null, line, detail })),
      ...outcomes.flatMap(({ warnings }) => warnings),
    ].sort(byLine),
  }
}

/** Stores the report for a repetition of the call, if the caller gave an idempotency key. */
async function storeReport(
  deps: Dependencies,
  caller: Caller,
  report: ImportReport,
): Promise<Result<ImportReport, Refusal>> {
  if (caller.idempotency === undefined) return ok(report)
  const committed = await commit(deps, caller, {}, report)
  return committed.kind === 'refused' ? refuse(committed.refusal) : ok(report)
}

/** The event of a UID in a calendar, if any. */
interface ExistingEvent {
  readonly before: CalendarEvent | undefined
  /** The write that assigns the UID to an event of this channel; undefined if it needs none. */
  readonly assignUid: (eventId: string) => Write | undefined
}

async function findExisting(
  deps: Dependencies,
  calendar: Calendar,
  source: string,
  name: string,
): Promise<ExistingEvent> {
  const read = async (eventId: string) => {
    const event = await calendarEventEntity.read(deps.store, calendarEventIdKey(eventId))
    return event?.calendarId === calendar.id ? event : undefined
  }
  // An event of one of our own feeds is known by its UID without an import.
  const own = feedUidEvent(name)
  const exported = own === undefined ? undefined : await read(own)
  if (exported) return { before: exported, assignUid: () => undefined }
  const uidHash = hashedSecret(deps, name)
  const stored = await importedUidEntity.read(deps.store, importedUidKey(calendar.id, uidHash))
  const before = stored && (await read(stored.eventId))
  const assignUid = (eventId: string): Write | undefined => {
    if (stored?.eventId === eventId && stored.source === source) return undefined
    const version = (stored?.version ?? 0) + 1
    const uid = { calendarId: calendar.id, uidHash, eventId, source, version }
    return importedUidEntity.put(stored, uid)
  }
  return { before, assignUid }
}

/** Imports one event with its occurrences. After a conflict it decides again. */
async function importSeries(
  deps: Dependencies,
  caller: Caller,
  calendar: Calendar,
  source: string,
  series: FileSeries,
): Promise<Outcome> {
  const { master } = series
  return retryOnConflict(`calendar ${calendar.id}`, async () => {
    const { before, assignUid } = await findExisting(deps, calendar, source, series.name)
    if (master.isCancelled) {
      if (before === undefined) return skippedEvent(skip(master, 'cancelled', 'It is cancelled.'))
      const removed = await commitEvent(deps, caller, { before })
      return removed.kind === 'done' ? withoutWarnings('removed') : CONFLICT
    }
    const read = importedEvent(calendar, series, before)
    if (!read.ok) return skippedEvent(read.refusal)
    const { skipped, warnings } = read.value
    const content = { ...read.value.content, ...guestAttributes(before) }
    if (before && sameEvent(before, content)) {
      const uid = assignUid(before.id)
      if (uid && (await transact(deps, { uid })).kind !== 'done') return CONFLICT
      return { result: 'unchanged', skipped, warnings }
    }
    const after = { ...eventOf(deps, content, before), actor: caller.actor }
    const uid = assignUid(after.id)
    const change = before ? { before, after } : { after }
    const committed = await commitEvent(deps, caller, change, after, uid && [uid])
    if (committed.kind === 'refused') return skippedEvent(skipRefused(master, committed.refusal))
    return committed.kind === 'done'
      ? { result: before ? 'updated' : 'imported', skipped, warnings }
      : CONFLICT
  })
}

/**
 * The events of a calendar in a file. If the calendar names its zone (`X-WR-TIMEZONE`), floating times
 * are in that zone, because the program that wrote the file displays them there.
 */
function eventsOf({
  events,
  timeZone,
}: Pick<CalendarFileCalendar, 'events' | 'timeZone'>): readonly CalendarFileEvent[] {
  if (timeZone === undefined) return events
  const zoned = (time: CalendarTime): CalendarTime =>
    time.kind === 'floating'
      ? { kind: 'zoned', wallSeconds: time.wallSeconds, zone: { kind: 'iana', name: timeZone } }
      : time
  return events.map((event) => mapTimes(event, zoned))
}
