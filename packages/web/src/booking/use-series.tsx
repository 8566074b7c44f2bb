import { type ReactNode, useState } from 'react'
import { PartError } from '../shared/error-boundary.tsx'
import { messagesOf, useI18n } from '../shared/i18n.tsx'
import type { Offer } from '../shared/slots/offer.ts'
import type * as seriesModule from './series/index.ts'
import type { BookedSeries, Repeat } from './series/series.ts'
import type { SendSeries } from './use-booking.ts'

interface Refusal {
  readonly title: string
  readonly text: string
  readonly others?: string
}

/** The repetition of a chosen time, once the booker wants one. */
export interface SeriesControl {
  readonly submitText: string
  /** The choice of the dates. */
  readonly fields: ReactNode
  /** Books the dates; with `skip`, without those that are not available. */
  readonly send: (onConflict: 'refuse' | 'skip') => SendSeries
  /** The notice of an error, if the dates are the reason. `others`: the rest can be booked. */
  readonly refusalOf: (error: unknown) => Refusal | undefined
}

interface SeriesOptions {
  readonly offer: Offer
  readonly start: string
  readonly timeZone: string
}

/**
 * Lets the booker repeat a time. `open` is undefined where that is not possible: opened dates belong to no event
 * type, and each payment is for one booking. The code for it loads when it is opened.
 */
export function useSeries({ offer, start, timeZone }: SeriesOptions): {
  readonly open: (() => void) | undefined
  readonly series: SeriesControl | undefined
} {
  const i18n = useI18n()
  const [module, setModule] = useState<typeof seriesModule>()
  const [repeat, setRepeat] = useState<Repeat>()
  const [error, setError] = useState<unknown>()
  if (error !== undefined) throw new PartError('the series did not load', { cause: error })
  const open = () => {
    import('./series/index.ts').then((loaded) => {
      setModule(loaded)
      setRepeat(loaded.FIRST_REPEAT)
    }, setError)
  }
  const canRepeat = 'eventTypeId' in offer.target && offer.payment === null
  if (module === undefined || repeat === undefined) {
    return { open: canRepeat ? open : undefined, series: undefined }
  }
  const { SeriesFields, bookSeries, SeriesRefusal, seriesMessages } = module
  const t = messagesOf(i18n, seriesMessages)
  const text = offer.confirmation === 'approval' ? t.request : t.book
  return {
    open: undefined,
    series: {
      submitText: text(repeat.count),
      fields: (
        <SeriesFields
          start={start}
          timeZone={timeZone}
          providerZone={offer.provider.timeZone}
          repeat={repeat}
          onChange={setRepeat}
        />
      ),
      send:
        (onConflict) =>
        (wish, input): Promise<BookedSeries> =>
          bookSeries(wish, input, repeat, onConflict),
      refusalOf: (failure) => {
        if (!(failure instanceof SeriesRefusal)) return undefined
        return failure.max === undefined
          ? { title: t.conflictTitle, text: t.conflict, others: t.others }
          : { title: t.tooManyTitle, text: t.tooMany(failure.max) }
      },
    },
  }
}
