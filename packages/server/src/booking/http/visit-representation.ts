import { formatInstant, type Money } from '@holdfast/engine'
import type { Audience } from '../../kernel/http/refusal-problem.ts'
import type { ListedSequence } from '../sequences/list-sequences.ts'

const money = ({ amount, currency }: Money) => ({ amount, currency })

/** A listed visit with its parts. A booker does not see who is free where they may not choose. */
export function visitRepresentation(
  { first, last, parts, price }: ListedSequence,
  zone: string,
  audience: Audience,
) {
  const at = (epochMinutes: number) => formatInstant(epochMinutes, zone)
  return {
    start: at(first.startEpochMinutes),
    end: at(last.endEpochMinutes),
    ...(price && { price: money(price) }),
    items: parts.map(({ eventTypeId, providerId, mayChoose, ...part }) => ({
      eventTypeId,
      start: at(part.startEpochMinutes),
      end: at(part.endEpochMinutes),
      providerId: audience === 'account' || mayChoose ? providerId : null,
      ...(part.price && { price: money(part.price) }),
    })),
  }
}
