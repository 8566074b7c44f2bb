/** What only a booker who repeats a time needs: the booking page loads it then. */
export { seriesMessages } from './messages.ts'
export { bookSeries, FIRST_REPEAT, SeriesRefusal } from './series.ts'
export { SeriesDone } from './series-done.tsx'
export { SeriesFields } from './series-fields.tsx'
