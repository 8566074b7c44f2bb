import { type Booker, type Booking, ok, type Result, refuse } from '@holdfast/engine'
import type { Caller, Standing } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { formatWrite } from '../../kernel/format.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { type Contact, standingOf } from '../../people/contacts/contact.ts'
import { getPerson } from '../../people/contacts/contacts.ts'
import { newContactWrites } from '../../people/contacts/save-contact.ts'
import type { DetailsDependencies } from '../dependencies.ts'
import { withLocalPhone } from './local-phone.ts'

/** Whom the account books: a person as they are sent, a contact, or somebody who is not named. */
export interface BookedPerson {
  readonly booker?: Booker | undefined
  readonly contactId?: string | undefined
  readonly anonymous?: boolean | undefined
}

/** The booker of a booking by the account, and whether their contact is new. */
export interface Vouched {
  readonly booker: Booker
  readonly isNewContact: boolean
  /** What is known of a contact that the account names. */
  readonly standing?: Standing
}

/**
 * Whom the account books. A person without an email address is a new contact: nobody is known by a name or a phone. Refuses
 * unless exactly one of the ways to name them is used, and a contact that does not exist or is being erased.
 */
export function vouchedBooker(
  deps: Dependencies & DetailsDependencies,
  caller: Pick<Caller, 'accountId'>,
  person: BookedPerson,
): Result<Vouched, Refusal> | Promise<Result<Vouched, Refusal>> {
  const { booker, contactId, anonymous } = person
  // Most holds have no phone, and wait for nothing.
  const isPlain = booker?.email !== undefined && booker.phone === undefined
  return isPlain && contactId === undefined && anonymous !== true
    ? ok({ booker, isNewContact: false })
    : vouched(deps, caller, person)
}

async function vouched(
  deps: Dependencies & DetailsDependencies,
  caller: Pick<Caller, 'accountId'>,
  { booker: named, contactId, anonymous }: BookedPerson,
): Promise<Result<Vouched, Refusal>> {
  const { accountId } = caller
  const booker =
    named?.phone === undefined
      ? named
      : await withLocalPhone(deps, { role: 'account', accountId }, named)
  if (booker?.email !== undefined && contactId === undefined && anonymous !== true) {
    return ok({ booker, isNewContact: false })
  }
  const ways = [booker !== undefined, contactId !== undefined, anonymous === true]
  if (ways.filter(Boolean).length !== 1) {
    return invalid('/booker', 'send one of `booker`, `contactId` and `anonymous: true`')
  }
  if (contactId !== undefined) {
    const contact = await getPerson(deps, caller, contactId)
    if (!contact.ok) return contact
    if (contact.value.isErasing) return refuse({ code: 'contact_erasing', contactId })
    return ok({
      booker: bookerOfContact(contact.value),
      isNewContact: false,
      standing: standingOf(contact.value),
    })
  }
  if (booker === undefined) return ok({ booker: { name: '' }, isNewContact: false })
  const id = deps.ids.next('contact', deps.clock.nowEpochMilliseconds())
  return ok({ booker: { ...booker, contactId: id }, isNewContact: true })
}

const bookerOfContact = ({ id, name, email, phone, bookerId }: Contact): Booker => ({
  ...(bookerId !== undefined && { id: bookerId }),
  name,
  ...(email === undefined ? { contactId: id } : { email }),
  ...(phone !== undefined && { phone }),
})

/** Whom the account books in a group, as `vouchedBooker`: its holds may get their booker later. */
export async function vouchedBookerOfGroup(
  deps: Dependencies & DetailsDependencies,
  caller: Pick<Caller, 'accountId'>,
  person: BookedPerson,
): Promise<Result<Partial<Vouched>, Refusal>> {
  const { booker, contactId, anonymous } = person
  const isLater = booker === undefined && contactId === undefined && anonymous === undefined
  return isLater ? ok({}) : await vouchedBooker(deps, caller, person)
}

/** The writes of the person of a booking. */
export type PersonWrites = (booking: Booking) => readonly Write[]

interface OfPerson {
  readonly booker?: Booker | undefined
  readonly isNewContact?: boolean
  /** Whether the booking raises the format of the store by itself. */
  readonly raisesFormat?: boolean
}

/** Whether something about its person is written with a new booking: nothing for somebody with an email address. */
export const hasPersonWrites = ({ booker }: OfPerson): boolean =>
  booker !== undefined && booker.email === undefined

/**
 * What is written with a new booking of somebody without an email address: the format of the store, and their contact if
 * it is new. Reads the format once; the writes are those of each attempt.
 */
export async function personWrites(
  deps: Dependencies,
  { isNewContact = false, raisesFormat = false }: OfPerson,
): Promise<PersonWrites> {
  const format = raisesFormat ? undefined : await formatWrite(deps.store)
  return (booking) => {
    const contact = isNewContact ? contactOf(booking, epochSeconds(deps.clock)) : undefined
    const writes = contact ? Object.values(newContactWrites(contact)) : []
    return [...writes, format].filter((write) => write !== undefined)
  }
}

/** The contact of a person without an address, as their first booking names them. */
function contactOf(
  { accountId, booker }: Pick<Booking, 'accountId' | 'booker'>,
  now: number,
): Contact | undefined {
  if (booker?.contactId === undefined) return undefined
  const { contactId: id, name, phone, id: bookerId } = booker
  return {
    id,
    accountId,
    version: 1,
    name,
    ...(phone !== undefined && { phone }),
    ...(bookerId !== undefined && { bookerId }),
    bookingCount: 0,
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
}
