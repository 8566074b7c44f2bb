import { lazy, Suspense } from 'react'
import { PartError } from '../shared/error-boundary.tsx'
import { mountPage } from '../shared/mount-page.tsx'
import { OPENED_DATES } from '../shared/opened-dates.ts'
import { providerTranslations } from './languages.ts'
import { ProviderPage } from './provider-page.tsx'

// Most providers have event types, whose pages have their own entry.
const OpenedPage = lazy(() =>
  import('../booking/opened-page.tsx').catch((cause: unknown) => {
    throw new PartError('the booking page did not load', { cause })
  }),
)

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
