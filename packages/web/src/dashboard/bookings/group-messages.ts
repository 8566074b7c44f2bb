import { catalog } from '../../shared/language.ts'

/** The texts of a booking that was made with others. */
export const groupMessages = catalog({
  en: {
    moveAll: 'Move all of the group',
    moveAllHint:
      'This booking was made together with others. “Move all of the group” moves all upcoming ones by the same time, or none of them.',
    moved: 'All bookings of the group moved',
    notMoved: 'Group not moved',
    inTheWay: (when: string, why: string) => `The booking of ${when} cannot move. ${why}`,
  },
  de: {
    moveAll: 'Ganze Gruppe verschieben',
    moveAllHint:
      'Diese Buchung wurde mit anderen zusammen gemacht. „Ganze Gruppe verschieben“ verschiebt alle kommenden um dieselbe Zeit oder keine.',
    moved: 'Alle Buchungen der Gruppe verschoben',
    notMoved: 'Gruppe nicht verschoben',
    inTheWay: (when: string, why: string) =>
      `Die Buchung vom ${when} lässt sich nicht verschieben. ${why}`,
  },
})
