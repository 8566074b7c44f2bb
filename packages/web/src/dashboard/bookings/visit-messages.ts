import { catalog } from '../../shared/language.ts'

/** The texts about the day of service. */
export const visitMessages = catalog({
  en: {
    title: 'Visit',
    checkIn: 'Check in',
    call: 'Call',
    callAgain: 'Call again',
    start: 'Start service',
    checkOut: 'Check out',
    arrived: 'Arrived',
    called: 'Called',
    started: 'In service',
    left: 'Left',
    number: 'Number',
    done: {
      'check-in': 'Checked in',
      call: 'Called',
      'start-service': 'Service started',
      'check-out': 'Checked out',
    },
  },
  de: {
    title: 'Besuch',
    checkIn: 'Ankunft erfassen',
    call: 'Aufrufen',
    callAgain: 'Erneut aufrufen',
    start: 'Behandlung beginnen',
    checkOut: 'Besuch beenden',
    arrived: 'Angekommen',
    called: 'Aufgerufen',
    started: 'In Behandlung',
    left: 'Gegangen',
    number: 'Nummer',
    done: {
      'check-in': 'Ankunft erfasst',
      call: 'Aufgerufen',
      'start-service': 'Behandlung begonnen',
      'check-out': 'Besuch beendet',
    },
  },
})
