import { catalog } from '../../shared/language.ts'

/** The texts of a booking that was made with others. */
export const groupMessages = catalog({
  en: {
    moveAll: 'Move all of the group',
    moveAllHint:
      'This booking was made together with others. All upcoming ones move by the same time, or none of them.',
    moved: 'All bookings of the group moved',
    notMoved: 'Group not moved',
    inTheWay: (when: string, why: string) => `The booking of ${when} cannot move. ${why}`,
  },
  de: {
    moveAll: 'Ganze Gruppe verschieben',
    moveAllHint:
      'Diese Buchung wurde mit anderen zusammen gemacht. Alle kommenden werden um dieselbe Zeit verschoben oder keine.',
    moved: 'Alle Buchungen der Gruppe verschoben',
    notMoved: 'Gruppe nicht verschoben',
    inTheWay: (when: string, why: string) =>
      `Die Buchung vom ${when} lässt sich nicht verschieben. ${why}`,
  },
})
