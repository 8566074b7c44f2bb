import { CANDIDATES_MAX } from '@holdfast/engine'
import type { DoctorRule } from '../../kernel/doctor/rule.ts'
import type { EventType } from '../event-types/event-type.ts'
import { bookingFinding } from '../findings.ts'
import { eventTypeKey } from '../keys.ts'
import { isTeam, kindOfProvider, type Provider, specialtyPartition } from '../providers/provider.ts'
import type { Requirement } from '../requirements/requirement.ts'

/** A requirement of an event type that names nobody. */
interface Open {
  readonly eventTypeId: string
  readonly name: string
  /** What its candidates have, as `specialty "dentist"`. */
  readonly quality: string
}

const kindOf = (accountId: string, kind: string): string => `${accountId} ${kind}`

const poolOf = (accountId: string, { specialty, kind }: Requirement): string | undefined =>
  specialty === undefined
    ? kind && kindOf(accountId, kind)
    : specialtyPartition(accountId, specialty)

function poolsOf(provider: Provider): readonly string[] {
  const { accountId, specialty, isInactive, deletedAtEpochSeconds } = provider
  if (isInactive || isTeam(provider) || deletedAtEpochSeconds !== undefined) return []
  const kind = kindOf(accountId, kindOfProvider(provider))
  return specialty === undefined ? [kind] : [kind, specialtyPartition(accountId, specialty)]
}

/**
 * The rule that no requirement has more candidates than `CANDIDATES_MAX`, since the others would never be taken. Its
 * facts are each requirement by specialty or kind, and each specialty and kind of an account.
 */
export const candidatesRule: DoctorRule<{ provider: Provider; event_type: EventType }> = {
  check(inShare) {
    const sizes = new Map<string, number>()
    const needs = new Map<string, Open[]>()
    let needCount = 0
    return {
      visit: {
        provider({ value }) {
          for (const pool of value ? poolsOf(value) : []) {
            if (inShare(pool)) sizes.set(pool, (sizes.get(pool) ?? 0) + 1)
          }
        },
        event_type({ value }) {
          if (value === undefined || value.deletedAtEpochSeconds !== undefined) return
          for (const requirement of value.requirements ?? []) {
            const pool = poolOf(value.accountId, requirement)
            if (pool === undefined || !inShare(pool)) continue
            const { name, specialty } = requirement
            const quality =
              specialty === undefined ? `kind "${requirement.kind}"` : `specialty "${specialty}"`
            const open = needs.get(pool) ?? []
            needs.set(pool, open)
            open.push({ eventTypeId: value.id, name, quality })
            needCount += 1
          }
        },
      },
      get factCount() {
        return sizes.size + needCount
      },
      *findings() {
        for (const [pool, open] of needs) {
          const size = sizes.get(pool) ?? 0
          if (size <= CANDIDATES_MAX) continue
          for (const { eventTypeId, name, quality } of open) {
            const sentence = `The requirement "${name}" takes any provider of the ${quality}. ${size} are active, of whom only ${CANDIDATES_MAX} are ever taken.`
            yield bookingFinding('candidates_cut', [eventTypeKey(eventTypeId)], sentence)
          }
        }
      },
    }
  },
}
