import type { Booker } from '@holdfast/engine'

/** How a booker is told about a booking. */
export type Channel =
  | { readonly kind: 'email'; readonly address: string }
  | { readonly kind: 'sms'; readonly number: string }

/** The one channel of a booker: email, or SMS for who has only a phone number. Undefined: nobody can be told. */
export function channelOf({ email, phone }: Pick<Booker, 'email' | 'phone'>): Channel | undefined {
  if (email !== undefined) return { kind: 'email', address: email }
  return phone === undefined ? undefined : { kind: 'sms', number: phone }
}
