import { type Booking, bookerAddress, isErasedBooker } from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { contactEntity, withoutNoShow } from '../../people/contacts/contact.ts'
import { mergeChain } from '../../people/contacts/contacts.ts'
import { contactKeyOf } from '../../people/keys.ts'
import type { Decision } from '../decision.ts'

/** Has the contact of a person follow a decision after which a booking is a no-show no longer: it is counted no more, in the same transaction. */
export const followNoShow = async (
  deps: Pick<Dependencies, 'store' | 'clock'>,
  before: Booking,
  decision: Decision,
): Promise<Decision> =>
  before.status === 'no_show' && decision.booking.status !== 'no_show'
    ? { ...decision, uncounted: await uncountedWrites(deps, before) }
    : decision

/**
 * The writes by which the person of a booking has not missed it. A contact that was merged remembers its no-shows for an undo of the merge, so it
 * forgets this one as well. A contact that has not counted it yet is checked: whoever counts no-shows either comes first, and this is
 * decided again, or finds the booking corrected.
 */
async function uncountedWrites(
  deps: Pick<Dependencies, 'store' | 'clock'>,
  { id, accountId, booker, isUnproven }: Booking,
): Promise<readonly Write[]> {
  const isCounted = booker !== undefined && !isErasedBooker(booker) && isUnproven !== true
  const address = isCounted ? bookerAddress(booker) : undefined
  if (address === undefined) return []
  const named = await contactEntity.read(deps.store, contactKeyOf(accountId, address))
  const contacts = named ? await mergeChain(deps, named) : []
  return contacts.map((contact) => {
    if (!contact.noShowIds?.includes(id)) return contactEntity.check(contact)
    const { noShowIds: _, ...rest } = contact
    return contactEntity.replace(contact, {
      ...rest,
      ...withoutNoShow(contact, id),
      version: contact.version + 1,
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    })
  })
}
