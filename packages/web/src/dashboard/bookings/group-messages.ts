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
    visit: 'Visit',
    visitHint: (count: number) =>
      `This visit has ${count} bookings, which are confirmed, moved and cancelled only together.`,
    cancelAll: 'Cancel all',
    declineAll: 'Decline all',
    confirmAll: 'Confirm all',
    approveAll: 'Approve all',
    moveVisit: 'Move all',
    allCancelled: 'Visit cancelled',
    allDeclined: 'Requests declined',
    allConfirmed: 'Visit confirmed',
    allApproved: 'Requests approved',
  },
  de: {
    moveAll: 'Ganze Gruppe verschieben',
    moveAllHint:
      'Diese Buchung wurde mit anderen zusammen gemacht. „Ganze Gruppe verschieben“ verschiebt alle kommenden um dieselbe Zeit oder keine.',
    moved: 'Alle Buchungen der Gruppe verschoben',
    notMoved: 'Gruppe nicht verschoben',
    inTheWay: (when: string, why: string) =>
      `Die Buchung vom ${when} lässt sich nicht verschieben. ${why}`,
    visit: 'Besuch',
    visitHint: (count: number) =>
      `Dieser Besuch hat ${count} Buchungen, die nur zusammen bestätigt, verschoben und abgesagt werden.`,
    cancelAll: 'Alle absagen',
    declineAll: 'Alle ablehnen',
    confirmAll: 'Alle bestätigen',
    approveAll: 'Alle annehmen',
    moveVisit: 'Alle verschieben',
    allCancelled: 'Besuch abgesagt',
    allDeclined: 'Anfragen abgelehnt',
    allConfirmed: 'Besuch bestätigt',
    allApproved: 'Anfragen angenommen',
  },
})
