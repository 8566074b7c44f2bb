/** The views of the calendar; `providers` is a day with a column for each provider. */
export const VIEWS = [
  'timeGridDay',
  'providers',
  'timeGridWeek',
  'dayGridMonth',
  'listWeek',
] as const
export type View = (typeof VIEWS)[number]

const IS_PHONE = '(max-width: 40rem)'
const STORAGE_KEY = 'holdfast.calendar-view'

/** The view of the last visit; without one, the view that suits the screen. */
export function initialView(): View {
  const saved = localStorage.getItem(STORAGE_KEY)
  const known = VIEWS.find((view) => view === saved)
  return known ?? (matchMedia(IS_PHONE).matches ? 'timeGridDay' : 'timeGridWeek')
}

/** Saves the view for later visits. */
export const saveView = (view: View): void => localStorage.setItem(STORAGE_KEY, view)
