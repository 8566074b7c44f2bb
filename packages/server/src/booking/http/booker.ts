import type { AddressedBooker, Booker } from '@holdfast/engine'
import { type FieldsInput, INPUT_NAMES } from '../bookings/read-fields.ts'

/** Converts the booker in a body. Omits absent fields. */
export const bookerOf = (input: {
  readonly name: string
  readonly email: string
  readonly id?: string | undefined
  readonly timeZone?: string | undefined
  readonly locale?: string | undefined
  readonly phone?: string | undefined
}): AddressedBooker => ({
  name: input.name,
  email: input.email,
  ...(input.id === undefined ? {} : { id: input.id }),
  ...(input.timeZone === undefined ? {} : { timeZone: input.timeZone }),
  ...(input.locale === undefined ? {} : { locale: input.locale }),
  ...(input.phone === undefined ? {} : { phone: input.phone }),
})

/** Converts a booker whom the account books, who may have no email address. */
export function accountBookerOf(
  input: Omit<Parameters<typeof bookerOf>[0], 'email'> & { readonly email?: string | undefined },
): Booker {
  if (hasEmail(input)) return bookerOf(input)
  const { email: _, ...booker } = bookerOf({ ...input, email: '' })
  return booker
}

const hasEmail = <Input extends { readonly email?: string | undefined }>(
  input: Input,
): input is Input & { readonly email: string } => input.email !== undefined

/** The fields in a body, beside the booker. */
export const fieldsInputOf = (body: FieldsInput): FieldsInput =>
  Object.fromEntries(INPUT_NAMES.map((name) => [name, body[name]]))
