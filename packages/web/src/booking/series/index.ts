/** What only a booker who repeats a time needs: the booking page loads it then. */
export { FIRST_REPEAT } from './series.ts'
export { seriesControl } from './series-control.tsx'
export { SeriesDone } from './series-done.tsx'
