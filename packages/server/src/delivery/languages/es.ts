import { nightsIn } from '../nights-in.ts'
import type { Texts } from '../texts.ts'

/** What emails and SMS say in Spanish. */
export default {
  bookings: {
    language: 'es',
    locale: 'es-ES',
    title: (title, providerName) => `${title ?? 'Cita'} con ${providerName}`,
    and: (first, second) => `${first} y ${second}`,
    andMore: (first, count) => `${first} y ${count} más`,
    nowWith: (names) => `Su reserva es ahora con ${names}.`,
    insteadOf: (now, before) => `${now} en lugar de ${before}`,
    nowFor: (now, before) => `Esta reserva es ahora de ${now} en lugar de ${before}.`,
    clock: (time) => `${time}`,
    rows: {
      what: 'Reserva',
      when: 'Fecha',
      where: 'Lugar',
      previousTime: 'Hora anterior',
      agreedTime: 'Hora acordada',
      with: 'Con',
      bookedBy: 'Reservado por',
      note: 'Mensaje',
      reason: 'Motivo',
      answerBy: 'Responder antes de',
      alsoBooked: 'También reservado',
    },
    othersStay: 'Las demás citas que reservó al mismo tiempo no cambian.',
    providerGone: 'El proveedor ya no está disponible.',
    serviceGone: 'Este servicio ya no está disponible.',
    receivedBecause: {
      booker: (name) =>
        `Recibe este correo porque se usó esta dirección para una reserva con ${name}.`,
      guest: (name) => `Recibe este correo porque le invitaron a una reserva con ${name}.`,
      staff: (name) => `Recibe este correo porque trabaja con ${name}.`,
    },
    linkFollows: 'Le enviaremos el enlace para unirse por correo electrónico.',
    links: {
      join: 'Unirse',
      confirm: 'Confirmar la reserva',
      manage: 'Ver, cambiar o cancelar',
      view: 'Ver la reserva',
      approve: 'Aceptar',
      decline: 'Rechazar',
      open: 'Abrir en el panel',
      addToCalendar: 'Añadir al calendario',
    },
    messages: {
      emailProofNeeded: {
        subject: (title) => `Confirme su reserva: ${title}`,
        lead: 'Abra el enlace para confirmar esta reserva. Guardamos la hora unos minutos. Si usted no la ha pedido, ignore este correo.',
      },
      requested: {
        subject: (title) => `Solicitud recibida: ${title}`,
        lead: 'Hemos recibido su solicitud. Le escribiremos cuando tenga respuesta.',
      },
      approvalNeeded: {
        subject: (title) => `Pendiente de aprobación: ${title}`,
        lead: 'Una solicitud de reserva espera su aprobación.',
      },
      confirmed: {
        subject: (title) => `Confirmada: ${title}`,
        lead: 'Su reserva está confirmada.',
      },
      newBooking: {
        subject: (title) => `Nueva reserva: ${title}`,
        lead: 'Tiene una nueva reserva.',
      },
      rescheduled: {
        subject: (title) => `Nueva hora: ${title}`,
        lead: 'Esta reserva tiene una nueva hora.',
      },
      otherService: {
        subject: (title) => `Nuevo servicio: ${title}`,
      },
      reassigned: {
        subject: (title) => `Actualizada: ${title}`,
      },
      teamChanged: {
        subject: (title) => `Actualizada: ${title}`,
        lead: 'Han cambiado las personas o salas de esta reserva. La hora sigue siendo la misma.',
      },
      withdrawn: {
        subject: (title) => `Reasignada: ${title}`,
        lead: 'Esta reserva se ha asignado a otra persona. Usted ya no participa.',
      },
      clocksChanged: {
        subject: (title) => `Cambio de hora: ${title}`,
        lead: 'Han cambiado las normas del cambio de hora en el lugar de esta reserva. La hora local acordada se mantiene. Actualice su calendario.',
      },
      timeConflict: {
        subject: (title) => `Hay que cambiar la hora: ${title}`,
        lead: 'Han cambiado las normas del cambio de hora en su zona horaria. Esta reserva no puede mantener la hora local acordada porque está ocupada. Cámbiela o cancélela.',
      },
      relocated: {
        subject: (title) => `Nuevo lugar: ${title}`,
        lead: 'Esta reserva tendrá lugar en otro sitio.',
      },
      linkReady: {
        subject: (title) => `Enlace para unirse: ${title}`,
        lead: 'Este es el enlace para unirse.',
      },
      invited: {
        subject: (title) => `Invitación: ${title}`,
        lead: 'Le han invitado a esta cita.',
      },
      uninvited: {
        subject: (title) => `Cancelada: ${title}`,
        lead: 'Se ha retirado su invitación a esta cita.',
      },
      cancelled: {
        subject: (title) => `Cancelada: ${title}`,
        lead: 'Esta reserva se ha cancelado.',
      },
      requestExpired: {
        subject: (title) => `Caducada: ${title}`,
        lead: 'Esta solicitud ha caducado porque no se respondió a tiempo. La hora vuelve a estar disponible.',
      },
      reminder: {
        subject: (title) => `Recordatorio: ${title}`,
        lead: 'Se acerca la fecha de su reserva.',
      },
      thankYou: {
        subject: (title) => `Gracias: ${title}`,
        lead: 'Gracias por su visita. Esperamos volver a verle.',
      },
      noShow: {
        subject: (title) => `Le echamos en falta: ${title}`,
        lead: 'Le esperábamos, pero no pudo acudir. Puede reservar una nueva hora cuando quiera.',
      },
      waitlistOffered: {
        subject: (title) => `Hay una hora libre: ${title}`,
        lead: 'Ha quedado libre una hora y es su turno. Se la guardamos. Confírmela a tiempo; si no, pasará a la siguiente persona.',
      },
      waitlistLapsed: {
        subject: (title) => `Oferta caducada: ${title}`,
        lead: 'No ha confirmado esta hora, así que pasa a la siguiente persona. Conserva su lugar en la lista de espera, hasta tres ofertas.',
      },
    },
  },
  stays: {
    locale: 'es-ES',
    title: (calendarName) => `Estancia en ${calendarName}`,
    arrival: 'Llegada',
    departure: 'Salida',
    from: (hour) => `desde las ${hour}`,
    until: (hour) => `hasta las ${hour}`,
    what: 'Reserva',
    previousDates: 'Fechas anteriores',
    days: (arrival, departure) => `del ${arrival} al ${departure}`,
    link: 'Ver, cambiar o cancelar',
    length: 'Noches',
    nights: nightsIn('es-ES', { one: '# noche', other: '# noches' }),
    bookingMessages: {
      emailProofNeeded: {
        lead: 'Abra el enlace para confirmar esta reserva. Guardamos las noches unos minutos. Si usted no la ha pedido, ignore este correo.',
      },
      rescheduled: {
        subject: (title) => `Nuevas fechas: ${title}`,
        lead: 'Esta estancia tiene nuevas fechas.',
      },
      invited: { lead: 'Está invitado a esta estancia.' },
      uninvited: { lead: 'Ya no está invitado a esta estancia.' },
      requestExpired: {
        lead: 'Esta solicitud ha caducado porque no se respondió a tiempo. Las noches vuelven a estar disponibles.',
      },
    },
    messages: {
      'stay.created': {
        subject: 'Confirmada',
        lead: 'Su estancia está reservada.',
      },
      'stay.updated': {
        subject: 'Nuevas fechas',
        lead: 'Las fechas de su estancia han cambiado.',
      },
      'stay.deleted': {
        subject: 'Cancelada',
        lead: 'Su estancia se ha cancelado.',
      },
    },
  },
  payments: {
    amount: 'Importe',
    due: 'Pendiente de pago',
    payBy: 'Pagar antes de',
    pay: 'Pagar',
    unpaid: 'El pago ha fallado.',
    balanceUnpaid: 'El resto del precio no se pagó a tiempo.',
    securityDeposit: {
      label: 'Fianza',
      title: (service) => `Fianza: ${service}`,
      link: 'Autorizar la fianza',
      messages: {
        securityDepositNeeded: {
          subject: (title) => `Autorice la fianza: ${title}`,
          lead: 'El alojamiento pide una fianza antes de su llegada. Autorícela en su tarjeta: el importe se reserva y no se cobra. Se libera después de su salida si nada ha sufrido daños.',
        },
        securityDepositTaken: {
          subject: (title) => `Retenido de su fianza: ${title}`,
          lead: 'El alojamiento ha retenido este importe de su fianza. El resto se ha liberado.',
        },
      },
    },
    messages: {
      paymentNeeded: {
        subject: (title) => `Pago pendiente: ${title}`,
        lead: 'Pague para confirmar su reserva. Hasta entonces le guardamos la hora.',
      },
      paymentFailed: {
        subject: (title) => `Pago fallido: ${title}`,
        lead: 'Su reserva está confirmada, pero el pago ha fallado. Vuelva a pagar, por favor.',
      },
      refunded: {
        subject: (title) => `Reembolso: ${title}`,
        lead: 'Le hemos enviado un reembolso. Puede tardar unos días en llegar.',
      },
    },
  },
  groups: {
    requested:
      'Hemos recibido su solicitud para estas citas. Le enviaremos un correo cuando se responda.',
    approvalNeeded: 'Estas solicitudes de cita esperan su aprobación.',
    confirmed: 'Sus citas están confirmadas.',
    newBooking: 'Tiene nuevas reservas.',
    invited: 'Está invitado a estas citas.',
    rescheduled: 'Estas citas se han cambiado de hora.',
    cancelled: 'Estas citas se han cancelado.',
  },
  sessions: {
    seats: 'Plazas',
    taken: (count, capacity) => `${count} de ${capacity} ocupadas`,
    messages: {
      cancelled: {
        subject: (title) => `Clase cancelada: ${title}`,
        lead: 'Esta clase se ha cancelado. Todas las personas que reservaron reciben un correo.',
      },
      moved: {
        subject: (title) => `Clase cambiada de hora: ${title}`,
        lead: 'Esta clase tiene un nuevo horario. Todas las personas que reservaron reciben un correo.',
      },
      joined: {
        subject: (title) => `Clase asignada: ${title}`,
        lead: 'Esta clase es ahora suya. Todas las personas que reservaron reciben un correo.',
      },
      left: {
        subject: (title) => `Clase reasignada: ${title}`,
        lead: 'Esta clase se ha asignado a otra persona. Usted ya no participa.',
      },
      changed: {
        subject: (title) => `Clase modificada: ${title}`,
        lead: 'Las personas o las salas de esta clase han cambiado. El horario es el mismo.',
      },
      emptied: {
        subject: (title) => `Clase sin reservas: ${title}`,
        lead: 'Ya no hay nadie inscrito en esta clase. Su tiempo vuelve a estar libre.',
      },
    },
  },
  waitlist: {
    links: {
      joinList: 'Entrar en la lista de espera',
      viewList: 'Ver o dejar la lista de espera',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Confirme: lista de espera de ${title}`,
        lead: 'Abra el enlace en un plazo de 24 horas para entrar en la lista de espera. Si usted no la ha pedido, ignore este correo.',
      },
      waitlistJoined: {
        subject: (title) => `En la lista de espera: ${title}`,
        lead: 'Está en la lista de espera. Cuando quede libre una hora y sea su turno, se la guardaremos y le escribiremos.',
      },
      waitlistEnded: {
        subject: (title) => `Fuera de la lista de espera: ${title}`,
        lead: 'Ya no está en esta lista de espera: el periodo ha terminado, tres ofertas han caducado, la clase se ha cancelado o la lista se ha cerrado.',
      },
    },
  },
  signIn: {
    subject: (account) => `Sus reservas en ${account}`,
    lead: (account) =>
      `Abra el enlace en un plazo de 15 minutos para ver sus reservas en ${account}. Funciona una sola vez. Si usted no lo ha pedido, ignore este correo.`,
    link: 'Ver mis reservas',
  },
  sms: {
    kinds: {
      requested: 'Solicitud recibida',
      confirmed: 'Reserva confirmada',
      rescheduled: 'Nueva hora de su reserva',
      otherService: 'Nuevo servicio de su reserva',
      cancelled: 'Reserva cancelada',
      requestExpired: 'Su solicitud ha caducado sin respuesta',
      reminder: 'Recordatorio de su reserva',
    },
    manage: 'Cambiar o cancelar',
  },
} satisfies Texts
