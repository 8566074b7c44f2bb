import type { calendarLinkMessages } from '../calendar-links.tsx'
import type { detailsMessages } from '../details-messages.ts'
import type { eventTypeListMessages } from '../event-type-list.tsx'
import type { TranslationsOf } from '../language.ts'
import type { locationMessages } from '../location-text.ts'
import type { sharedMessages } from '../messages.ts'
import type { nightsMessages } from '../nights/messages.ts'
import type { problemMessages } from '../problem-messages.ts'
import type { redirectMessages } from '../redirect-messages.ts'
import type { signedInMessages } from '../signed-in.tsx'
import type { slotMessages } from '../slots/messages.ts'

/** The translations of the parts that several pages show. */
export type SharedTranslations = TranslationsOf<
  | typeof sharedMessages
  | typeof slotMessages
  | typeof problemMessages
  | typeof detailsMessages
  | typeof calendarLinkMessages
  | typeof eventTypeListMessages
  | typeof locationMessages
  | typeof nightsMessages
  | typeof redirectMessages
  | typeof signedInMessages
>
