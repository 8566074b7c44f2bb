import shared from '../../shared/languages/es.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { BookingTranslations } from '../translations.ts'

const plural = pluralsOf('es')

export default {
  ...shared,
  booking: {
    openedTitle: 'Cita',
    pageTitle: (what, who) => `${what} con ${who}`,
    confirmations: {
      hold: 'Le guardamos la hora mientras introduce sus datos.',
      instant: 'Se confirma al instante.',
      approval: 'Se confirma cuando el proveedor la acepta.',
    },
    duration: '¿Cuánto tiempo?',
    withWhom: '¿Con quién?',
    noPreference: 'Sin preferencia',
    details: 'Sus datos',
    chosen: 'Su hora',
    emailHint: 'Aquí le enviaremos la confirmación y la invitación de calendario.',
    confirm: 'Confirmar la reserva',
    book: 'Reservar esta hora',
    request: 'Solicitar esta hora',
    toPayment: 'Continuar con el pago',
    addGuests: 'Añadir invitados',
    otherTime: 'Elegir otra hora',
    timeLeft: (time) => `Guardada para usted: quedan ${time}`,
    held: (minutes) =>
      `Le guardamos esta hora durante ${plural(minutes, { one: '# minuto', other: '# minutos' })}.`,
    minutesLeft: (minutes) =>
      `${plural(minutes, { one: 'Queda # minuto', other: 'Quedan # minutos' })} para confirmar.`,
    secondsLeft: (seconds) =>
      `${plural(seconds, { one: 'Queda # segundo', other: 'Quedan # segundos' })} para confirmar.`,
    stillHeld: (when) => `Todavía le guardamos esta hora: ${when}.`,
    continue: 'Continuar con la reserva',
    expiredTitle: 'Ya no le guardamos esta hora',
    expired:
      'Su reserva provisional ha caducado, así que otras personas han podido reservar esta hora. Sus datos están guardados. Confirme para reservarla si sigue disponible, o elija otra hora.',
    holdAgain: 'Probar esta hora otra vez',
    takenTitle: (when) => `${when} se acaba de ocupar`,
    taken: 'Alguien acaba de reservar esta hora. Estas siguen disponibles:',
    withdrawnTitle: (when) => `${when} ya no se ofrece`,
    withdrawn: 'Estas horas están disponibles:',
    noAlternatives: 'Elija otra hora.',
    findingAlternatives: 'Buscando otras horas…',
    doneTitle: 'Reserva confirmada',
    checkEmailTitle: 'Revise su correo electrónico',
    checkEmail: (email) =>
      `Abra el enlace que hemos enviado a ${email} para confirmar esta reserva. Guardamos la hora unos minutos.`,
    requestedTitle: 'Solicitud enviada',
    done: (email) => `Enviaremos la confirmación a ${email}.`,
    requested: (email) => `Escribiremos a ${email} cuando el proveedor responda.`,
    manage: 'Gestionar la reserva',
    manageHint:
      'Más adelante podrá ver, cambiar o cancelar su reserva. El enlace también está en su correo electrónico.',
    bookAnother: 'Reservar otra hora',
  },
  extras: {
    where: '¿Dónde quiere que tenga lugar?',
    place: 'Dirección o lugar',
    placeMissing: 'Indique el lugar',
    phone: 'Número de teléfono',
    phoneHint:
      'Le llamaremos a este número. Con el prefijo del país, por ejemplo +34\u00a0910\u00a0123\u00a0456.',
    phoneWrong: 'Escriba un número de teléfono, por ejemplo +34\u00a0910\u00a0123\u00a0456',
    optional: (label) => `${label} (opcional)`,
    choose: 'Elegir…',
    missing: 'Responda a esta pregunta',
    choiceMissing: 'Elija una respuesta',
    checkMissing: 'Marque esta casilla para continuar',
    emailWrong: 'Escriba una dirección de correo electrónico, por ejemplo ada@example.com',
    numberWrong: 'Escriba un número',
    dateWrong: 'Escriba una fecha',
    urlWrong: 'Escriba una dirección web, por ejemplo https://example.com',
    guests: 'Invitados',
    guestsHint: 'También les enviaremos la invitación.',
    guestEmail: (position) => `Correo electrónico del invitado ${position}`,
    guestTwice: 'Este invitado aparece dos veces en la lista',
    addAnother: 'Añadir otro invitado',
    removeGuest: (position) => `Quitar al invitado ${position}`,
    price: (amount) => `Precio: ${amount}`,
    deposit: (deposit, amount) => `Anticipo a pagar ahora: ${deposit} de ${amount}`,
    payNow: 'El pago se hace en la página siguiente. Le guardamos la hora mientras paga.',
    payLater:
      'Pagará cuando el proveedor acepte la reserva. Le enviaremos el enlace por correo electrónico.',
    payTitle: 'Pago',
    payText: (amount) => `Pague ${amount} para completar la reserva.`,
    pay: (amount) => `Pagar ${amount}`,
    payExpired: 'Ya no le guardamos esta hora. No se le ha cobrado nada.',
  },
} satisfies BookingTranslations
