import { withoutUndefined } from '../../kernel/input.ts'
import { type FieldsInput, INPUT_NAMES } from '../bookings/read-fields.ts'

/** The booker in a body, without absent members. */
export const bookerOf = withoutUndefined

/** The fields in a body, beside the booker. */
export const fieldsInputOf = (body: FieldsInput): FieldsInput =>
  Object.fromEntries(INPUT_NAMES.map((name) => [name, body[name]]))
