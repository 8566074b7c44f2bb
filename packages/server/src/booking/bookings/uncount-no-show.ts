import { type Booking, bookerAddress, isErasedBooker } from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { contactEntity, withoutNoShow } from '../../people/contacts/contact.ts'
import { mergeChain } from '../../people/contacts/contacts.ts'
import { contactKeyOf } from '../../people/keys.ts'

/**
 * The writes by which the person of a booking has not missed it, for the transaction that says so. A contact that was merged
 * remembers its no-shows for an undo of the merge, so it forgets this one as well. A contact that has not counted it yet is
 * checked: whoever counts no-shows either comes first, and this is decided again, or finds the booking corrected.
 */
export async function uncountNoShow(
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
