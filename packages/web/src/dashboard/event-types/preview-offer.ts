import { minorUnitsOf } from '../../shared/money.ts'
import type { Offer } from '../../shared/slots/offer.ts'
import type { Provider } from '../api.ts'
import type { Draft } from './draft.ts'
import { locationOf } from './location-draft.ts'
import { durationsOf } from './options-draft.ts'
import { paymentOf } from './payment-draft.ts'
import { questionOf } from './question-draft.ts'
import { openingOf } from './release-draft.ts'
import { hasSpans } from './requirement-draft.ts'
import { endOfSpans } from './span-draft.ts'

const NO_PLACE = { address: null, phone: null, url: null, label: null }
const NO_BOUNDS = {
  options: null,
  pattern: null,
  hint: null,
  min: null,
  max: null,
  optionRules: null,
  optionTexts: null,
  consent: false,
}

function durationOf({ durationMinutes, requirements }: Draft): number {
  if (!hasSpans(requirements)) return Number(durationMinutes)
  return endOfSpans(requirements.flatMap(({ time }) => time.spans))
}

function paymentOfOffer(draft: Draft): Offer['payment'] {
  const { payment, durationMinutes, moreDurations } = draft
  // A price that is not typed yet shows none.
  if (minorUnitsOf(payment.amount, payment.currency) === undefined) return null
  return paymentOf(payment, durationsOf(durationMinutes, moreDurations))
}

/** What the booking page would show for the values in the form. */
export function previewOffer(draft: Draft, provider: Provider, untitled: string): Offer {
  const durations = hasSpans(draft.requirements)
    ? [durationOf(draft)]
    : durationsOf(draft.durationMinutes, draft.moreDurations)
  const payment = paymentOfOffer(draft)
  return {
    target: { providerSlug: provider.slug },
    accountSlug: null,
    takesPhones: false,
    title: draft.title.trim() || untitled,
    description: draft.description.trim() || null,
    durationMinutes: durationOf(draft),
    confirmation: draft.confirmation,
    provider: {
      name: provider.name,
      slug: provider.slug,
      path: '',
      specialty: provider.specialty,
      timeZone: provider.timeZone,
    },
    choices: [],
    durationOptionsMinutes: durations.length > 1 ? [...durations] : null,
    durationsMinutes: [...durations],
    locations: draft.locations.map((each) => ({ ...NO_PLACE, ...locationOf(each) })),
    questions: draft.questions
      .filter(({ label }) => label.trim() !== '')
      .map((each) => ({ ...NO_BOUNDS, ...questionOf(each, draft.payment) })),
    leads: [],
    payment,
    priceRange: payment && {
      lowest: payment.amount,
      highest: payment.amount,
      currency: payment.currency,
    },
    release: openingOf(draft.release),
    waitlist: null,
    seats: null,
    color: draft.hasColor ? draft.color : null,
    grain: 'time',
    ratePlanIds: [],
    canAddServices: false,
    photos: [],
    securityDeposit: null,
  }
}
