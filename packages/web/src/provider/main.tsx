import { lazy, Suspense } from 'react'
import { PartError } from '../shared/error-boundary.tsx'
import { mountPage } from '../shared/mount-page.tsx'
import { OPENED_DATES } from '../shared/opened-dates.ts'
import { pagePath } from '../shared/page-path.ts'
import { providerTranslations } from './languages.ts'
import { ProviderPage } from './provider-page.tsx'

// Most providers have event types, whose pages have their own entry.
const OpenedPage = lazy(async () => {
  try {
    const { BookingPage } = await import('../booking/booking-page.tsx')
    const source = { kind: 'opened', path: pagePath } as const
    return { default: () => <BookingPage source={source} /> }
  } catch (cause) {
    throw new PartError('the booking page did not load', { cause })
  }
})

const showsDates = new URLSearchParams(location.search).has(OPENED_DATES)

mountPage(
  showsDates ? (
    <Suspense>
      <OpenedPage />
    </Suspense>
  ) : (
    <ProviderPage />
  ),
  providerTranslations,
)
