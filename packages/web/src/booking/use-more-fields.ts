import { createElement } from 'react'
import type { MoreFields } from '../shared/details-form.tsx'
import { messagesOf, useI18n } from '../shared/i18n.tsx'
import type { Offer } from '../shared/slots/offer.ts'
import type { MoreDetails } from './use-booking.ts'
import type { ExtrasControl } from './use-extras.ts'

/** The fields for the details form, and what they add to the booking. Absent until their code is loaded. */
export function useMoreFields(
  offer: Offer,
  { loaded, onChange }: ExtrasControl,
): {
  readonly more?: MoreFields
  readonly moreDetails?: MoreDetails
  readonly asksPhone?: boolean
} {
  const i18n = useI18n()
  if (loaded === undefined) return {}
  const { module, extras } = loaded
  const { askedLater, ExtraFields, checkExtras, sentExtras, extrasMessages, needsPhone } = module
  const asked = askedLater(offer)
  return {
    more: {
      errors: checkExtras(asked, extras, messagesOf(i18n, extrasMessages)),
      render: (errorOf) => createElement(ExtraFields, { asked, extras, onChange, errorOf }),
    },
    moreDetails: sentExtras(asked, extras),
    asksPhone: needsPhone(asked, extras),
  }
}
