/** An operation of the OpenAPI document, as far as its name in the client depends on it. */
export interface NamedOperation {
  readonly operationId: string
  /** `GET`, `POST`, … */
  readonly method: string
  readonly path: string
}

/**
 * Names that the path does not give. Only for these operations: two would have the same name, or the last part of the
 * path is no word that a developer would look for.
 */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  acceptInvitation: 'signIn.acceptInvitation',
  setUpOwner: 'signIn.setUpOwner',
  switchAccount: 'signIn.switchAccount',
  beginPasskeySignIn: 'signIn.passkeys.beginSignIn',
  beginPasskeyRegistration: 'signIn.passkeys.beginRegistration',
  undoContactMerge: 'contacts.undoMerge',
  getEventTypeBySlug: 'eventTypes.getBySlug',
  explainSlot: 'eventTypes.explainSlot',
  explainNights: 'eventTypes.explainNights',
  getQuote: 'eventTypes.quote',
  markNoShow: 'bookings.markNoShow',
  downloadInvitation: 'bookings.downloadInvitation',
  listPublicSoonestSlots: 'public.soonestSlots',
  requestBookerSignIn: 'public.signIn.request',
  joinPublicWaitlist: 'public.waitlist.join',
  getPublicProvider: 'public.getProvider',
  getPublicEventType: 'public.getEventType',
  getPublicStays: 'stays.nights',
  getGuestStay: 'stays.get',
  downloadStayInvitation: 'stays.downloadInvitation',
  readCalendarFeed: 'calendars.readFeed',
  readProviderFeed: 'providers.readFeed',
  connectFeed: 'providers.calendarConnections.connectFeed',
  listBusyTimes: 'providers.busyTimes',
  downloadPayments: 'payments.download',
  streamEvents: 'events.follow',
  getHealth: 'server.health',
  getReadiness: 'server.readiness',
  getMetrics: 'server.metrics',
  getProblem: 'server.problem',
  getOpenApi: 'server.openApi',
  getDocs: 'server.docs',
}

const camelCase = (segment: string): string =>
  segment.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const isParameter = (segment: string | undefined): boolean => segment?.startsWith('{') ?? false

const verbOf = ({ operationId }: NamedOperation): string => /^[a-z]+/.exec(operationId)?.[0] ?? ''

/** Whether a path ends with a collection or a single resource, and not with an action on one. */
function endsWithResource(operation: NamedOperation, all: readonly NamedOperation[]): boolean {
  const { path } = operation
  return (
    isParameter(path.split('/').at(-1)) ||
    /^\/v1\/[\w-]+$/.test(path) ||
    verbOf(operation) === 'create' ||
    all.some((other) => other.path.startsWith(`${path}/{`)) ||
    all.some((other) => other.path === path && other.method !== operation.method)
  )
}

/**
 * The name of an operation in the client, such as `bookings.create` or `calendars.events.list`. The parts of the path
 * are the resources; the last name is the verb of the `operationId`, or the last part of the path if that is an action,
 * as in `bookings.cancel`.
 */
export function methodNameOf(operation: NamedOperation, all: readonly NamedOperation[]): string {
  const exception = EXCEPTIONS[operation.operationId]
  if (exception !== undefined) return exception
  // The last part of the path is the vendor, which is no word that a developer would look for.
  const { operationId, path } = operation
  if (/^receive\w+Webhook$/.test(operationId)) return `${path.split('/')[2]}.${operationId}`
  const segments = path.split('/').slice(2)
  const names = segments.filter((segment) => !isParameter(segment)).map(camelCase)
  return endsWithResource(operation, all)
    ? [...names, verbOf(operation)].join('.')
    : names.join('.')
}
