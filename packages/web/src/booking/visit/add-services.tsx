import type { PublicProviderPage } from '@holdfast/contracts'
import { useRef, useState } from 'react'
import { api, unwrap } from '../../shared/api/api.ts'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import { inAccount, pagePath } from '../../shared/page-path.ts'
import { slugsOf } from '../../shared/slots/event-type-call.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Choices } from '../../shared/ui/choices.tsx'
import { FailureNotice } from '../../shared/ui/failure-notice.tsx'
import { useLoaded } from '../../shared/use-loaded.ts'
import type { AddedService } from './added-service.ts'
import { visitMessages } from './messages.ts'
import styles from './visit.module.css'

interface AddServicesProps {
  readonly added: readonly AddedService[]
  /** Whether a time is being held for the current choice. */
  readonly isBusy: boolean
  /** Called while what is chosen loads: the times on the page are still those of the choice before. */
  readonly onPending: (isPending: boolean) => void
  readonly onChange: (added: readonly AddedService[]) => void
}

/** The most services that can be added to that of the page. */
const ADDED_MAX = 4

const [SLUG = '', PROVIDER = '', ACCOUNT] = slugsOf(pagePath)

/** The services of the page that can be added to that of the page. */
const loadAddable = (signal: AbortSignal): Promise<PublicProviderPage> =>
  unwrap(
    api.GET('/v1/public/{providerSlug}', {
      params: {
        path: { providerSlug: PROVIDER },
        query: { ...inAccount(ACCOUNT), addTo: SLUG },
      },
      signal,
    }),
  )

/** A service with what it asks. */
const loadService = (eventTypeSlug: string): Promise<AddedService> =>
  unwrap(
    api.GET('/v1/public/{providerSlug}/{eventTypeSlug}', {
      params: { path: { providerSlug: PROVIDER, eventTypeSlug }, query: inAccount(ACCOUNT) },
    }),
  )

/** Lets the booker add other services of the page, and remove them again. */
export default function AddServices(props: AddServicesProps) {
  const t = useMessages(visitMessages)
  const [isOpen, setIsOpen] = useState(props.added.length > 0)
  return isOpen ? (
    <Services {...props} />
  ) : (
    <p className={styles.add}>
      <Button kind="quiet" onClick={() => setIsOpen(true)}>
        {t.add}
      </Button>
    </p>
  )
}

function Services({ added, isBusy, onPending, onChange }: AddServicesProps) {
  const { format, language } = useI18n()
  const t = useMessages(visitMessages)
  const [loaded, reload] = useLoaded(SLUG, loadAddable)
  // The choice takes effect once its questions are loaded, and a hold of another visit is released.
  const [chosen, setChosen] = useState<readonly string[]>(() => added.map(({ id }) => id))
  const latest = useRef(chosen)
  const [error, setError] = useState<unknown>()
  if (loaded.state === 'failed') return <FailureNotice error={loaded.error} onRetry={reload} />
  if (loaded.state === 'loading') return null
  const { eventTypes } = loaded.value
  if (eventTypes.length === 0) return <p>{t.none}</p>
  const change = async (ids: readonly string[]) => {
    latest.current = ids
    setChosen(ids)
    setError(undefined)
    onPending(true)
    try {
      const services = await Promise.all(
        ids.map(
          (id) =>
            added.find((service) => service.id === id) ??
            loadService(eventTypes.find((each) => each.id === id)?.slug ?? ''),
        ),
      )
      if (latest.current === ids) onChange(services)
    } catch (failure) {
      setError(failure)
      setChosen(added.map(({ id }) => id))
    } finally {
      if (latest.current === ids) onPending(false)
    }
  }
  return (
    <>
      {error !== undefined && <FailureNotice error={error} />}
      <Choices
        label={t.services}
        hint={t.hint}
        name="services"
        isMultiple={true}
        isDisabled={isBusy}
        choices={eventTypes
          .filter(({ id }) => chosen.length < ADDED_MAX || chosen.includes(id))
          .map(({ id, title, durationMinutes, priceRange }) => ({
            value: id,
            label: title,
            ...(durationMinutes !== null && { detail: format.minutes(durationMinutes) }),
            ...(priceRange && {
              price: [...new Set([priceRange.lowest, priceRange.highest])]
                .map((amount) => formatMoney(amount, priceRange.currency, language))
                .join(' – '),
            }),
          }))}
        chosen={chosen}
        onChange={(ids) => void change(ids)}
      />
    </>
  )
}
