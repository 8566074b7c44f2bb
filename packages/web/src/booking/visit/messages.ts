import { texts } from '../../shared/language.ts'

/** The texts of the services that a booker adds. */
export const visitMessages = texts('visit', {
  add: 'Add a service',
  services: 'Add services',
  hint: 'We book them one after the other.',
  none: 'No other service can be added.',
})
