import { bookingKey, guestIndexKey, providerKey } from '../../booking/keys.ts'
import {
  deliveryKey,
  messageTemplateKey,
  resolutionKey,
  sentMailKey,
  sentMessageKey,
} from '../../delivery/keys.ts'
import {
  connectionDueKey,
  oauthStateKey,
  sealedCredentialKey,
} from '../../external-calendars/keys.ts'
import {
  accountDeletionKey,
  accountKey,
  accountSlugKey,
  apiKeyKey,
  passkeyChallengeKey,
  passkeyKey,
  personMemberKey,
  rapidApiUserKey,
  sessionKey,
  setupKey,
  signInLinkKey,
  windowCounterKey,
} from '../../identity/keys.ts'
import {
  consumerQueue,
  deadLetterKey,
  indexVersionKey,
  leaseKey,
  outboxPartition,
  serverKeyRecordKey,
} from '../../kernel/keys.ts'
import {
  bookerTokenKey,
  contactIdKey,
  contactKey,
  erasureDueKey,
  erasureKey,
  searchTokenKey,
} from '../../people/keys.ts'

/** Partitions of the table as IAM patterns, in which `*` stands for anything. */
export type KeyPatterns = readonly string[]

/** What a function may write: only these partitions, or all but these. IAM does not see the sort key. */
export type WrittenKeys = { readonly allowed: KeyPatterns } | { readonly denied: KeyPatterns }

const ANY = '*'

const OUTBOX = outboxPartition(0).replace(/0$/, ANY)
/** What is in the partitions of accounts themselves, such as the head of the log and the webhook endpoints. */
const OF_ACCOUNTS = accountKey(ANY).PK

/** What each consumer writes besides its own: tasks that are tried again, dead letters, and events. */
const OF_TASKS: KeyPatterns = [consumerQueue(ANY), deadLetterKey(ANY, ANY, ANY).PK, OUTBOX]

/** Who may come in, and what the installation is: only `http` and `timer` write that. */
const ACCESS: KeyPatterns = [
  apiKeyKey(ANY),
  sessionKey(ANY),
  passkeyKey(ANY),
  passkeyChallengeKey(ANY),
  personMemberKey(ANY, ANY),
  signInLinkKey(ANY),
  bookerTokenKey(ANY),
  accountSlugKey(ANY),
  rapidApiUserKey(ANY),
  setupKey,
  serverKeyRecordKey,
  indexVersionKey,
  guestIndexKey,
].map(({ PK }) => PK)

/** What the functions write that do one thing: to send emails or webhooks, to let somebody in at a vendor, to erase. */
const OF_OTHERS: KeyPatterns = [
  deliveryKey(ANY, ANY),
  sentMailKey(ANY),
  sentMessageKey(ANY, ANY),
  messageTemplateKey(ANY, ANY, ANY),
  oauthStateKey(ANY),
  erasureKey(ANY, ANY),
  erasureDueKey(ANY, ANY, 0),
  accountDeletionKey(ANY, 0),
  resolutionKey,
].map(({ PK }) => PK)

const CREDENTIALS = sealedCredentialKey(ANY).PK

/** What each function on AWS may write. One that is not named may write everything. */
export const WRITTEN_KEYS: Readonly<Record<string, WrittenKeys>> = {
  // These change bookings and whatever bookings take.
  stream: { denied: [...ACCESS, ...OF_OTHERS, CREDENTIALS] },
  schedule: { denied: [...ACCESS, ...OF_OTHERS, CREDENTIALS] },
  // It also renews the credentials of the calendars that it reads.
  due: { denied: [...ACCESS, ...OF_OTHERS] },
  mails: {
    allowed: [
      sentMailKey(ANY).PK,
      sentMessageKey(ANY, ANY).PK,
      windowCounterKey(ANY, ANY, ANY, ANY).PK,
      ...OF_TASKS,
    ],
  },
  // Connections and busy months are in the partitions of providers, synced events in those of bookings.
  mirrors: {
    allowed: [
      bookingKey(ANY).PK,
      providerKey(ANY).PK,
      connectionDueKey(ANY, 0).PK.replace(/[^#]*$/, ANY),
      CREDENTIALS,
      leaseKey(`refresh-${ANY}`).PK,
      ...OF_TASKS,
    ],
  },
  log: { allowed: [OF_ACCOUNTS, OUTBOX, consumerQueue(ANY)] },
  webhooks: { allowed: [deliveryKey(ANY, ANY).PK, ...OF_TASKS] },
  deliveries: { allowed: [OF_ACCOUNTS, deliveryKey(ANY, ANY).PK, ...OF_TASKS] },
  contacts: {
    allowed: [
      `${contactKey(ANY, ANY).PK}*`,
      contactIdKey(ANY).PK,
      searchTokenKey(ANY, ANY, ANY, ANY).PK,
      ...OF_TASKS,
    ],
  },
}
