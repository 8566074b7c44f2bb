import type { depositMessages } from '../shared/deposit/messages.ts'
import type { TranslationsOf } from '../shared/language.ts'
import type { SharedTranslations } from '../shared/languages/shared-translations.ts'
import type { quoteMessages } from '../shared/nights/quote-messages.ts'
import type { extrasMessages } from './extras/messages.ts'
import type { bookingMessages } from './messages.ts'
import type { roomsMessages } from './rooms/messages.ts'
import type { seriesMessages } from './series/messages.ts'
import type { stepMessages } from './step-messages.ts'
import type { visitMessages } from './visit/messages.ts'
import type { waitlistMessages } from './waitlist/messages.ts'

/** The translations of the booking page. */
export type BookingTranslations = SharedTranslations &
  TranslationsOf<
    | typeof bookingMessages
    | typeof stepMessages
    | typeof extrasMessages
    | typeof visitMessages
    | typeof waitlistMessages
    | typeof seriesMessages
    | typeof roomsMessages
    | typeof quoteMessages
    | typeof depositMessages
  >
