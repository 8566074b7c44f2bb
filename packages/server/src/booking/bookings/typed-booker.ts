import { type Booker, ID_PREFIXES, ok, type Result } from '@holdfast/engine'
import { publicAccount } from '../../identity/accounts/public-account.ts'
import type { PublicGuard } from '../../identity/limits/cap-sizes.ts'
import type { Dependencies, Secrets } from '../../kernel/dependencies.ts'
import { DIGITS, hashDigits } from '../../kernel/events/derived-event-id.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { Contact } from '../../people/contacts/contact.ts'
import { listContacts } from '../../people/contacts/contacts.ts'
import { fold } from '../../people/contacts/fold.ts'
import type { DetailsDependencies } from '../dependencies.ts'
import { INVALID_PHONE } from '../locations/check-locations.ts'

/** Whom a booking is for, as somebody types them, and what may say which country their phone number is of. */
export interface Typed {
  readonly accountId: string
  readonly booker: Booker | undefined
  /** The zone of the provider, if it is known. */
  readonly timeZone?: string | undefined
  readonly guard: PublicGuard | undefined
}

/** How many contacts with the phone number are compared by name. */
const CONTACTS_READ = 100

/**
 * The booker that somebody without a key names. With an email address: as they are. With a phone number alone, where the account
 * takes that: the number in E.164, and the contact that stands for it and the name. That contact is made with the first confirmed
 * booking; one that exists is neither changed nor shown.
 */
export async function typedBooker(
  deps: Dependencies & DetailsDependencies,
  { accountId, booker, timeZone, guard }: Typed,
): Promise<Result<Booker | undefined, Refusal>> {
  if (booker === undefined || booker.email !== undefined) return ok(booker)
  const { bookerContact, country } = await publicAccount(deps, accountId)
  if (bookerContact !== 'emailOrPhone' || booker.phone === undefined) {
    return invalid('/booker/email', 'is required: this account takes no bookings by phone alone')
  }
  if (guard === 'email') {
    return invalid('/booker/email', 'is required: bookings here are confirmed by email')
  }
  const zones = [booker.timeZone, timeZone].filter((zone) => zone !== undefined)
  // Somebody who travels types a number of the country in which they book.
  const sent = booker.phone
  const phone =
    (country && (await deps.phoneNumbers.toE164(sent, [], country))) ??
    (await deps.phoneNumbers.toE164(sent, zones))
  if (phone === undefined) return invalid('/booker/phone', `"${sent}" ${INVALID_PHONE}`)
  const person = { accountId, phone, name: booker.name }
  const contactId = (await contactWith(deps, person)) ?? derivedContactId(deps.secrets, person)
  return ok({ ...booker, phone, contactId })
}

interface PhonePerson {
  readonly accountId: string
  readonly phone: string
  readonly name: string
}

/** The oldest contact with a phone number and a name, and no email address. Two people with one phone are two people. */
async function contactWith(
  deps: Dependencies,
  { accountId, phone, name }: PhonePerson,
): Promise<string | undefined> {
  const page = { limit: CONTACTS_READ }
  const { data } = await listContacts(deps, { accountId }, { phone }, page)
  const isSame = (contact: Contact) =>
    contact.email === undefined && !contact.isErasing && fold(contact.name) === fold(name)
  const oldest = data
    .filter(isSame)
    .toSorted((a, b) => a.createdAtEpochSeconds - b.createdAtEpochSeconds)
  return oldest[0]?.id
}

const ID_DIGITS = 26

/** The id of the contact of a phone number and a name, the same for each booking, so that two at once make one person. */
function derivedContactId(
  secrets: Pick<Secrets, 'hash' | 'personMarks'>,
  { accountId, phone, name }: PhonePerson,
): string {
  const [mark = ''] = secrets.personMarks(accountId, `${phone} ${fold(name)}`)
  const [first = '', ...rest] = hashDigits(secrets, mark, ID_DIGITS)
  // The first digit of a ULID has three bits.
  const digits = [DIGITS.charAt(DIGITS.indexOf(first) % 8), ...rest]
  return `${ID_PREFIXES.contact}_${digits.join('')}`
}
