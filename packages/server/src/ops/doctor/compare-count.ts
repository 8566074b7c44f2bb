import type { StoredSession } from '../../booking/seats/session-item.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import type { CountMark, ItemKey, StoredCount } from '../../kernel/ports/store.ts'
import type { CountOwner } from './count-owners.ts'
import { finding } from './finding.ts'
import { keyOfMarkOwner } from './session-item.ts'

/** A count, and the bookings and sessions that have parts of it. */
export interface CountFacts {
  readonly key: ItemKey
  readonly state: StoredCount
  /** Seats of a session: the session. Absent: a count of a limit. */
  readonly session?: StoredSession['session']
  /** Whether the item of a session has a `ttl`. */
  readonly expires: boolean
  readonly owners: readonly CountOwner[]
}

/** The sum of amounts. */
export const sumOf = (parts: readonly { readonly amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

/** The mark of an owner, right or wrong. */
export const markOf = ({ state }: CountFacts, owner: CountOwner): CountMark | undefined =>
  state.holds.find(({ ownerId }) => ownerId === owner.id)

/** Whether a mark has lapsed. It lapses at the second of its expiry. */
export const isLapsedAt = (
  expiresAtEpochSeconds: number | undefined,
  nowEpochSeconds: number,
): boolean => expiresAtEpochSeconds !== undefined && expiresAtEpochSeconds <= nowEpochSeconds

/** Whether a mark matches its owner. That of a session which has lapsed may have another expiry. */
export function isRightMark(mark: CountMark, owner: CountOwner, nowEpochSeconds: number): boolean {
  const { markedUntilEpochSeconds: until } = owner
  if (mark.amount !== owner.amount) return false
  if (mark.expiresAtEpochSeconds === until) return true
  const isSession = 'session' in owner.seen
  return (
    isSession &&
    isLapsedAt(until, nowEpochSeconds) &&
    isLapsedAt(mark.expiresAtEpochSeconds, nowEpochSeconds)
  )
}

/** The marks that belong to none of the owners, lapsed ones too: each counts until it is removed. */
function strayMarks(count: CountFacts): readonly CountMark[] {
  const marked = new Set(
    count.owners.flatMap(({ id, markedUntilEpochSeconds }) =>
      markedUntilEpochSeconds === undefined ? [] : [id],
    ),
  )
  return count.state.holds.filter(({ ownerId }) => !marked.has(ownerId))
}

/**
 * The findings about a count: `used` must be the sum of all marks and of what owners have for good, each mark must
 * match its owner, and a session is final exactly if somebody is confirmed.
 */
export function compareCount(count: CountFacts, nowEpochSeconds: number): readonly Finding[] {
  const { key, state, session, owners } = count
  const findings: Finding[] = []
  const missing: CountOwner[] = []
  for (const owner of owners) {
    const { markedUntilEpochSeconds: until } = owner
    if (until === undefined) continue
    const mark = markOf(count, owner)
    if (mark === undefined) {
      // A lapsed mark may have been taken over.
      if (isLapsedAt(until, nowEpochSeconds)) continue
      missing.push(owner)
      findings.push(missingMark(count, owner))
    } else if (!isRightMark(mark, owner, nowEpochSeconds)) {
      const sentence = 'The amount or the expiry of a mark differs from its owner.'
      findings.push(finding('count_mark_wrong', [key, owner.key], sentence))
    }
  }
  for (const { ownerId } of strayMarks(count)) {
    const sentence = 'The mark belongs to a booking or session that holds nothing there.'
    findings.push(finding('count_mark_without_owner', [key, keyOfMarkOwner(ownerId)], sentence))
  }
  const final = sumOf(owners.filter((owner) => owner.markedUntilEpochSeconds === undefined))
  const counted = countedIn(count)
  if (state.used < counted) {
    const sentence = `${state.used} is counted, but ${counted} is claimed: more can be claimed than there is.`
    findings.push(finding('count_too_low', [key], sentence))
  } else if (state.used > counted + sumOf(missing)) {
    const sentence = `${state.used} is counted, but only ${counted} is claimed.`
    findings.push(finding('count_too_high', [key], sentence))
  }
  if (session && (session.isFinal === true) !== final > 0) {
    const sentence = session.isFinal
      ? 'The session is final, but nobody is confirmed.'
      : 'Somebody is confirmed, but the session is not final, so its time could lapse.'
    findings.push(finding('session_final_wrong', [key], sentence))
  }
  if (count.expires && state.used > 0) {
    const sentence = 'The session has seats and a ttl, so DynamoDB would delete it.'
    findings.push(finding('session_expires', [key], sentence))
  }
  return findings
}

/** The sum of what owners have for good, and of all marks. */
export const countedIn = ({ owners, state }: CountFacts): number =>
  sumOf(owners.filter((owner) => owner.markedUntilEpochSeconds === undefined)) + sumOf(state.holds)

/** Whether a mark that is missing can be added: its amount is still counted, so nobody else has it. */
export const canRestore = (count: CountFacts, { amount }: CountOwner): boolean =>
  count.state.used >= countedIn(count) + amount

function missingMark(count: CountFacts, owner: CountOwner): Finding {
  const isSafe = canRestore(count, owner)
  const reason = isSafe
    ? 'It cannot be confirmed.'
    : 'Its amount is not counted either: others may have it.'
  return finding(
    'count_mark_missing',
    [count.key, owner.key],
    `A live hold has no mark. ${reason}`,
    isSafe ? {} : { repairable: false },
  )
}
