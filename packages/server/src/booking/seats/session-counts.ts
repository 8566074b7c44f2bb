import { type ClassSession, type CountOwner, claimOfSession } from '@holdfast/engine'

/** What a session has of counts. One whose holds have all lapsed has nothing. */
export const countsOfSession = (session: ClassSession | undefined, now: number): CountOwner => ({
  claim: claimOfSession(session, now),
  counts: session?.counts ?? [],
  endEpochSeconds: session?.endEpochSeconds ?? 0,
})

/**
 * What is stored of a session in counts, where it ends or begins again: the marks of one whose holds have all lapsed may
 * still be there, and nobody would remove them later.
 */
export function marksOfSession(session: ClassSession | undefined, now: number): CountOwner {
  const owner = countsOfSession(session, now)
  const hasLapsed = owner.claim.kind === 'none' && session !== undefined && session.holds.length > 0
  return hasLapsed ? { ...owner, claim: { kind: 'held', untilEpochSeconds: now } } : owner
}
