import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, type Provider, readPages, unwrap } from '../api.ts'
import { invalidate } from '../other-tabs.ts'
import { Failure } from '../ui/failure.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { adoptionMessages } from './adoption-messages.ts'
import styles from './properties.module.css'
import { stayTypesQuery } from './property-queries.ts'
import { isOfType } from './stay-type-draft.ts'

/** All stays of the calendar of a unit as they become bookings, or would. */
const adoptAll = async (unit: Provider, eventTypeId: string, dryRun: boolean) => {
  const load = (query: { readonly limit: number; readonly cursor?: string }) =>
    unwrap(
      api.POST('/v1/units/{id}/adopt', {
        params: { path: { id: unit.id }, query },
        body: { dryRun, eventTypeId },
      }),
    )
  return (await readPages(load, Number.POSITIVE_INFINITY)).data
}

type Found = Awaited<ReturnType<typeof adoptAll>>

/** Makes bookings of the stays in the calendar of a unit, after it has shown which. Nothing without an event type that has the unit. */
export function AdoptStays({ unit }: { readonly unit: Provider }) {
  const t = useMessages(adoptionMessages)
  const client = useQueryClient()
  const toast = useToast()
  const { data: types = [] } = useQuery(stayTypesQuery)
  const [found, setFound] = useState<Found>()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const own = types.filter((type) => isOfType(unit, type))
  const [chosen, setChosen] = useState<string>()
  const eventTypeId = chosen ?? own[0]?.id
  if (eventTypeId === undefined) return null
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  const look = () => attempt(async () => setFound(await adoptAll(unit, eventTypeId, true)))
  const adopt = () =>
    attempt(async () => {
      const adopted = await adoptAll(unit, eventTypeId, false)
      await invalidate(client, 'bookings', 'calendars')
      toast({ title: t.done(adopted.filter(({ bookingId }) => bookingId !== null).length) })
      setFound(undefined)
    })
  return (
    <>
      {found === undefined ? (
        <Button onClick={() => void look()} isBusy={isBusy}>
          {t.look}
        </Button>
      ) : (
        <Preview
          found={found}
          isBusy={isBusy}
          onAdopt={() => void adopt()}
          types={own.map(({ id, title }) => ({ value: id, label: title }))}
          eventTypeId={eventTypeId}
          onChoose={setChosen}
        />
      )}
      {error !== undefined && <Failure error={error} />}
    </>
  )
}

interface PreviewProps {
  readonly found: Found
  readonly isBusy: boolean
  readonly onAdopt: () => void
  readonly types: readonly { readonly value: string; readonly label: string }[]
  readonly eventTypeId: string
  readonly onChoose: (id: string) => void
}

function Preview({ found, isBusy, onAdopt, types, eventTypeId, onChoose }: PreviewProps) {
  const t = useMessages(adoptionMessages)
  const { format } = useI18n()
  const adopted = found.filter(({ bookingId }) => bookingId !== null)
  const countOf = (why: Found[number]['reason']) =>
    found.filter(({ reason }) => reason === why).length
  const ofChannel = countOf('of_channel')
  const tooLong = countOf('too_many_nights')
  return (
    <div className={styles.adoption}>
      {adopted.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <>
          <p>{t.some(adopted.length)}</p>
          <ul>
            {adopted.map(({ stayId, title, arrival, departure }) => (
              <li key={stayId}>
                {title}: {format.shortDay(arrival)} – {format.shortDay(departure)}
              </li>
            ))}
          </ul>
          <p>{t.effect}</p>
        </>
      )}
      {ofChannel > 0 && <p>{t.ofChannel(ofChannel)}</p>}
      {tooLong > 0 && <p>{t.tooLong(tooLong)}</p>}
      {adopted.length > 0 && (
        <>
          {types.length > 1 && (
            <SelectField
              label={t.eventType}
              options={types}
              value={eventTypeId}
              onChange={onChoose}
            />
          )}
          <Button onClick={onAdopt} isBusy={isBusy}>
            {t.adopt(adopted.length)}
          </Button>
        </>
      )}
    </div>
  )
}
