import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { ErrorBoundary, PartError } from '../shared/error-boundary.tsx'
import { useMessages } from '../shared/i18n.tsx'
import { sharedMessages } from '../shared/messages.ts'
import { Frame } from '../shared/ui/frame.tsx'
import { useAccess } from './access.ts'
import { AccountPage } from './account/account-page.tsx'
import { isProblem } from './api.ts'
import { ApiKeysPage } from './api-keys/api-keys-page.tsx'
import { AuditPage } from './audit/audit-page.tsx'
import { ApprovalsPage } from './bookings/approvals-page.tsx'
import { BookingsPage } from './bookings/bookings-page.tsx'
import { ConnectionsPage } from './connections/connections-page.tsx'
import { ContactsPage } from './contacts/contacts-page.tsx'
import { DeadLettersPage } from './dead-letters/dead-letters-page.tsx'
import { EventTypesPage } from './event-types/event-types-page.tsx'
import { FirstDayPage } from './first-day/first-day-page.tsx'
import { MembersPage } from './members/members-page.tsx'
import { ProvidersPage } from './providers/providers-page.tsx'
import { sessionQuery } from './queries.ts'
import { usePath } from './router.tsx'
import { SchedulePage } from './schedules/schedule-page.tsx'
import { SchedulesPage } from './schedules/schedules-page.tsx'
import { mayOpen } from './shell/nav-items.ts'
import { Shell } from './shell/shell.tsx'
import { LeaveToSignIn } from './sign-in/leave-to-sign-in.tsx'
import { TimeOffPage } from './time-off/time-off-page.tsx'
import { Failure } from './ui/failure.tsx'
import { Empty, Page } from './ui/page.tsx'
import { dashboardProblemMessages } from './ui/problem-messages.ts'
import { Loading } from './ui/query-view.tsx'
import { ToastProvider, Toasts } from './ui/toasts.tsx'
import { WebhookPage } from './webhooks/webhook-page.tsx'
import { WebhooksPage } from './webhooks/webhooks-page.tsx'

/** A page whose code loads when it is first opened. */
const lazyPage = <Props,>(load: () => Promise<{ readonly default: ComponentType<Props> }>) =>
  lazy(() =>
    load().catch((cause: unknown) => {
      throw new PartError('a page of the dashboard did not load', { cause })
    }),
  )

// The calendar is most of the dashboard's code, so the other pages load without it.
const CalendarPage = lazyPage(() => import('./calendar/calendar-page.tsx'))
const EventTypePage = lazyPage(() => import('./event-types/event-type-page.tsx'))
const ClosuresPage = lazyPage(() => import('./closures/closures-page.tsx'))
const ClassesPage = lazyPage(() => import('./classes/classes-page.tsx'))
const WaitlistPage = lazyPage(() => import('./waitlist/waitlist-page.tsx'))
const EmailsPage = lazyPage(() => import('./emails/emails-page.tsx'))
const EmailPage = lazyPage(() => import('./emails/email-page.tsx'))
// Only this page creates passkeys, so the others load without the code for it.
const OwnPage = lazyPage(() => import('./sessions/own-page.tsx'))
const PersonPage = lazyPage(() => import('./contacts/person-page.tsx'))
const PropertiesPage = lazyPage(() => import('./properties/properties-page.tsx'))
const PropertyPage = lazyPage(() => import('./properties/property-page.tsx'))
const StayTypePage = lazyPage(() => import('./properties/stay-type-page.tsx'))
const RatePlanPage = lazyPage(() => import('./properties/rate-plan-page.tsx'))
const PaymentsPage = lazyPage(() => import('./payments/payments-page.tsx'))
const PaymentConnectionPage = lazyPage(() => import('./payments/connection-page.tsx'))

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The client retries temporary errors itself; the page shows the rest.
      retry: false,
      staleTime: 5_000,
    },
  },
})

// Any query that finds the session expired leads to the sign-in page.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  const hasEnded = type === 'updated' && isProblem(query.state.error, 'unauthenticated')
  if (hasEnded) queryClient.setQueryData(sessionQuery.queryKey, null)
})

/** The dashboard of an account. Visitors without a session go to the sign-in page. */
export const Dashboard = () => (
  <QueryClientProvider client={queryClient}>
    <ToastProvider>
      <RequireSession />
      <Toasts />
    </ToastProvider>
  </QueryClientProvider>
)

function RequireSession() {
  const session = useQuery(sessionQuery)
  if (session.data) {
    // Without scopes, the account requires a passkey that the person does not have yet.
    if (session.data.scopes.length === 0) return <LeaveToSignIn />
    return (
      <Shell session={session.data}>
        <PageBoundary>
          <Suspense fallback={<Loading />}>
            <CurrentPage />
          </Suspense>
        </PageBoundary>
      </Shell>
    )
  }
  if (session.data === null) return <LeaveToSignIn />
  return (
    <Frame>
      {session.isError ? (
        <Failure error={session.error} onRetry={() => void session.refetch()} />
      ) : (
        <Loading />
      )}
    </Frame>
  )
}

/** Keeps the navigation usable if a page fails; another page starts afresh. */
const PageBoundary = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary key={usePath().split('/')[1]}>{children}</ErrorBoundary>
)

function CurrentPage() {
  const path = usePath()
  if (!mayOpen(useAccess(), path)) return <NotAllowed />
  const [, section = '', id = '', part = ''] = path.split('/')
  switch (section) {
    case '':
      return <CalendarPage />
    case 'first-day':
      return <FirstDayPage />
    case 'bookings':
      return <BookingsPage openId={id} />
    case 'approvals':
      return <ApprovalsPage />
    case 'event-types':
      return id === '' ? <EventTypesPage /> : <EventTypePage key={id} id={id} />
    case 'classes':
      return <ClassesPage eventTypeId={id} />
    case 'waitlist':
      return <WaitlistPage eventTypeId={id} />
    case 'providers':
      return <ProvidersPage isAdding={id === 'new'} />
    case 'properties':
      return <PropertiesSection id={id} part={part} />
    case 'schedules':
      return id === '' ? <SchedulesPage /> : <SchedulePage key={id} id={id} />
    case 'time-off':
      return <TimeOffPage key={id} providerId={id} />
    case 'closures':
      return <ClosuresPage />
    case 'connections':
      return <ConnectionsPage />
    case 'emails':
      return id === '' ? <EmailsPage /> : <EmailPage key={path} kind={id} language={part} />
    case 'payments':
      return id === 'connection' ? <PaymentConnectionPage /> : <PaymentsPage />
    case 'contacts':
      return id === '' ? (
        <ContactsPage />
      ) : (
        <PersonPage key={id} reference={decodeURIComponent(id)} />
      )
    case 'team':
      return <MembersPage />
    case 'account':
      return <AccountPage />
    case 'activity':
      return <AuditPage />
    case 'me':
      return <OwnPage />
    case 'webhooks':
      return id === '' ? <WebhooksPage /> : <WebhookPage key={id} id={id} />
    case 'api-keys':
      return <ApiKeysPage />
    case 'dead-letters':
      return <DeadLettersPage />
    default:
      return <NotFound />
  }
}

/** The pages of houses, of what guests book in them, and of rate plans. */
function PropertiesSection({ id, part }: { readonly id: string; readonly part: string }) {
  if (id === '') return <PropertiesPage />
  if (id === 'types') return <StayTypePage key={part} id={part} />
  if (id === 'plans') return <RatePlanPage key={part} id={part} />
  return <PropertyPage key={id} id={id} />
}

/** The page of something that the session may not use. */
function NotAllowed() {
  const { forbidden } = useMessages(dashboardProblemMessages)
  return (
    <Page title={forbidden.title}>
      <Empty title={forbidden.text} />
    </Page>
  )
}

function NotFound() {
  const t = useMessages(sharedMessages)
  return (
    <Page title={t.notFoundTitle}>
      <Empty title={t.notFound} />
    </Page>
  )
}
