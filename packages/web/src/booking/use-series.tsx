import { useState } from 'react'
import { PartError } from '../shared/error-boundary.tsx'
import { useI18n } from '../shared/i18n.tsx'
import type { Offer } from '../shared/slots/offer.ts'
import type * as seriesModule from './series/index.ts'
import type { Repeat } from './series/series.ts'
import type { SeriesControl } from './series/series-control.tsx'

interface SeriesOptions {
  readonly offer: Offer
  readonly start: string
  readonly timeZone: string
}

/**
 * Lets the booker repeat a time. `open` is undefined where that is not possible: opened dates belong to no event
 * type, each payment is for one booking, and a visit is a group already. The code for it loads when it is opened.
 */
export function useSeries(options: SeriesOptions): {
  readonly open: (() => void) | undefined
  readonly series: SeriesControl | undefined
} {
  const i18n = useI18n()
  const [module, setModule] = useState<typeof seriesModule>()
  const [repeat, setRepeat] = useState<Repeat>()
  const [error, setError] = useState<unknown>()
  if (error !== undefined) throw new PartError('the series did not load', { cause: error })
  if (module && repeat) {
    return {
      open: undefined,
      series: module.seriesControl({ ...options, i18n, repeat, onChange: setRepeat }),
    }
  }
  const { target, payment, parts } = options.offer
  const open = () => {
    import('./series/index.ts').then((loaded) => {
      setModule(loaded)
      setRepeat(loaded.FIRST_REPEAT)
    }, setError)
  }
  const canRepeat = 'eventTypeId' in target && payment === null && parts === undefined
  return { open: canRepeat ? open : undefined, series: undefined }
}
