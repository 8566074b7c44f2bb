import { pluralsOf } from '../plurals.ts'
import type { SharedTranslations } from './shared-translations.ts'

const plural = pluralsOf('es')

export default {
  shared: {
    language: 'Idioma',
    hourCycle: 'Formato de hora',
    hourCycles: {
      h23: '24 h',
      h12: '12 h',
    },
    firstWeekday: 'Primer día de la semana',
    loading: 'Cargando…',
    retry: 'Volver a intentarlo',
    offlineTitle: 'Sin conexión',
    offline: 'No se puede acceder al servidor. Compruebe su conexión y vuelva a intentarlo.',
    slow: 'Está tardando más de lo habitual. Seguimos intentándolo…',
    busyTitle: 'Demasiadas solicitudes',
    busy: (seconds) =>
      `Su red ha enviado demasiadas solicitudes. Vuelva a intentarlo en ${plural(seconds, { one: '# segundo', other: '# segundos' })}.`,
    busyLonger: (duration) =>
      `Su red ha enviado demasiadas solicitudes. Vuelva a intentarlo en ${duration}.`,
    failedTitle: 'Algo ha fallado',
    failed: 'Vuelva a intentarlo en un momento.',
    reference: (id) => `Referencia para el soporte: ${id}`,
    partMissing:
      'Una parte de esta página no se ha cargado. Compruebe su conexión y vuelva a intentarlo.',
    crashed: 'Esta página ha dejado de funcionar. Vuelva a cargarla para continuar.',
    reload: 'Volver a cargar la página',
    notFoundTitle: 'Página no encontrada',
    notFound: 'Puede que el enlace esté incompleto o que la página ya no exista.',
    poweredBy: 'Reservas con Holdfast',
  },
  slots: {
    zone: 'Zona horaria',
    zoneIs: (zone) => `Zona horaria: ${zone}`,
    change: 'Cambiar',
    changeZone: 'Cambiar la zona horaria',
    searchZone: 'Buscar una ciudad',
    zonesFound: (count) =>
      plural(count, {
        0: 'No se ha encontrado ninguna zona horaria. Busque una ciudad más grande.',
        one: '# zona horaria',
        other: '# zonas horarias',
      }),
    previousMonth: 'Mes anterior',
    nextMonth: 'Mes siguiente',
    chooseDay: 'Elija un día',
    today: 'hoy',
    free: (count) => plural(count, { one: '# hora disponible', other: '# horas disponibles' }),
    noneFree: 'sin horas disponibles',
    timesOn: (day) => `Horas del ${day}`,
    people: (count) => plural(count, { one: '# persona', other: '# personas' }),
    seatsLeft: (count) => plural(count, { one: 'queda # plaza', other: 'quedan # plazas' }),
    inProviderZone: (time, city) => `${time} en ${city}`,
    fromWhen: (when) => `Desde el ${when}`,
    untilWhen: (when) => `Hasta el ${when}`,
    noTimesTitle: 'No hay horas disponibles este mes',
    noTimes: 'Pruebe con un mes posterior.',
    showNext: 'Mostrar el mes siguiente',
    nextDay: 'Próximo día disponible',
    searching: 'Buscando el próximo día disponible…',
    noneAhead: 'No hay horas disponibles en los próximos 12 meses.',
    morning: 'Mañana',
    afternoon: 'Tarde',
    evening: 'Noche',
  },
  problems: {
    slot_taken: {
      title: 'Esta hora ya está ocupada',
      text: 'Alguien acaba de reservar esta hora. Elija otra.',
    },
    slot_not_bookable: {
      title: 'Esta hora no está disponible',
      text: 'Elija otra hora.',
    },
    session_cancelled: {
      title: 'Esta sesión se ha cancelado',
      text: 'Ya no tiene lugar a esta hora. Elija otra.',
    },
    booker_not_allowed: {
      title: 'No puede reservar este servicio',
      text: 'Es solo para determinados clientes, o ya lo ha reservado tantas veces como está permitido. Elija otro servicio o póngase en contacto con el proveedor.',
    },
    limit_reached: {
      title: 'Límite de reservas alcanzado',
      text: 'Se ha alcanzado el máximo de reservas para este día o para usted. Elija otro día o cancele una de sus reservas.',
    },
    calendar_unavailable: {
      title: 'No podemos comprobar esta hora ahora mismo',
      text: 'El calendario del proveedor no responde. Vuelva a intentarlo en un momento o elija otra hora.',
    },
    hold_expired: {
      title: 'Ya no le guardamos esta hora',
      text: 'Su reserva provisional ha caducado, así que otras personas han podido reservar esta hora. Elija una hora de nuevo.',
    },
    invalid_transition: {
      title: 'Esto ya no es posible',
      text: 'La reserva ha cambiado. Vuelva a cargar la página para ver los datos actuales.',
    },
    event_type_inactive: {
      title: 'No disponible por ahora',
      text: 'El proveedor no acepta estas reservas en este momento.',
    },
    provider_inactive: {
      title: 'No disponible por ahora',
      text: 'El proveedor no acepta reservas en este momento.',
    },
    account_suspended: {
      title: 'No disponible por ahora',
      text: 'El proveedor no acepta reservas en este momento.',
    },
    not_a_candidate: {
      title: 'Esta opción ya no está disponible',
      text: 'Elija a otra persona o «Sin preferencia».',
    },
    too_late_to_change: {
      title: 'Es demasiado tarde para cambiar esto',
      text: 'Esta reserva ya ha comenzado. Póngase en contacto con el proveedor.',
    },
    reschedule_limit_reached: {
      title: 'Esta reserva ya no se puede cambiar',
      text: 'Se ha cambiado tantas veces como permite el proveedor. Póngase en contacto con el proveedor.',
    },
    payment_required: {
      title: 'Falta el pago',
      text: 'La reserva se confirma una vez pagada.',
    },
    payment_unavailable: {
      title: 'Ahora mismo no podemos aceptar pagos',
      text: 'El servicio de pago no responde. Vuelva a intentarlo en un momento. No se le ha cobrado nada.',
    },
    validation_failed: {
      title: 'Revise sus datos',
      text: 'Algunos datos no son válidos. Corríjalos y vuelva a intentarlo.',
    },
    request_in_progress: {
      title: 'Aún en proceso',
      text: 'Su solicitud todavía se está procesando. Vuelva a intentarlo en un momento.',
    },
  },
  details: {
    name: 'Nombre',
    email: 'Correo electrónico',
    note: 'Mensaje (opcional)',
    nameMissing: 'Escriba su nombre',
    emailWrong: 'Escriba una dirección de correo electrónico, por ejemplo ada@example.com',
    emailLetters:
      'Use antes de la @ solo letras de la a a la z, cifras y signos, por ejemplo ada@example.com',
    phone: 'Número de teléfono',
    phoneHint: 'En ese caso no recibirá correos. Guarde el enlace que le mostraremos al final.',
    phoneWrong: 'Escriba un número de teléfono, por ejemplo +34\u00a0910\u00a0123\u00a0456',
    usePhone: 'Usar un número de teléfono',
    useEmail: 'Usar un correo electrónico',
    notAccepted: 'Este valor no se ha aceptado. Revíselo y vuelva a intentarlo.',
  },
  calendarLinks: {
    title: 'Añadir al calendario',
    download: 'Archivo de calendario (.ics)',
    google: 'Google Calendar',
    outlook: 'Outlook',
  },
  eventTypes: {
    approval: 'previa solicitud',
    dates: 'Cita',
    from: (day) => `desde el ${day}`,
    next: (when) => `Próxima hora libre: ${when}`,
  },
  location: {
    where: 'Lugar',
    inPerson: 'En persona',
    callNumber: (phone) => `Por teléfono: usted llama al ${phone}`,
    callYou: 'Por teléfono: le llamamos nosotros',
    link: 'En línea',
    googleMeet: 'En línea: Google Meet',
    teams: 'En línea: Microsoft Teams',
    askBooker: 'En el lugar que usted elija',
    join: 'Unirse en línea',
  },
  redirect: {
    going: (site) => `Le llevamos a ${site}…`,
    goNow: 'Continuar',
  },
  signedIn: {
    as: (email) => `Sesión iniciada como ${email}`,
    signOut: 'Cerrar sesión',
  },
  nights: {
    chooseArrival: 'Elija la fecha de llegada.',
    chooseDeparture: 'Elija la fecha de salida.',
    arrival: 'Llegada',
    departure: 'Salida',
    length: 'Duración de la estancia',
    nights: (count) => plural(count, { one: '# noche', other: '# noches' }),
    canArrive: 'llegada posible',
    canLeave: (nights) =>
      `salida posible, ${plural(nights, { one: '# noche', other: '# noches' })}`,
    inStay: 'dentro de su estancia',
    taken: 'ocupado',
    closed: 'cerrado',
    notPossible: 'no disponible',
    lead: (checkIn, checkOut) => `Entrada desde las ${checkIn}, salida hasta las ${checkOut}.`,
    houseRules: 'Normas de la casa',
    minNights: (count) => plural(count, { 1: '', other: 'Estancia mínima: # noches.' }),
    maxNights: (count) =>
      `Estancia máxima: ${plural(count, { one: '# noche', other: '# noches' })}.`,
    takenTitle: 'Algunas noches se acaban de ocupar',
    ruleTitle: 'Estas fechas no se pueden reservar',
    rule: 'Las condiciones de reserva han cambiado. Elija otras fechas.',
    startOver: 'Elegir otras fechas',
    from: (day, time) => `${day}, desde las ${time}`,
    by: (day, time) => `${day}, hasta las ${time}`,
    zone: (city) => `Todas las horas son la hora local de ${city}.`,
    moveTitle: 'Elija nuevas fechas',
    moveNote: 'Conserva sus noches hasta que se reserven las nuevas.',
    moveYes: (arrival, departure) => `Cambiar la estancia: ${arrival} – ${departure}`,
    keepDates: 'Mantener mis fechas',
    notFreeTitle: 'Estas fechas no son posibles',
    notFree:
      'Algunas noches se acaban de ocupar o las condiciones han cambiado. Elija otras fechas.',
    newTotal: (amount) => `Con estas fechas, su estancia cuesta ${amount} en total.`,
    newTotalNote:
      'Si es más que antes, le enviaremos por correo un enlace para pagar el resto. Si es menos, recibirá lo que permita la política de cancelación.',
    perNight: (amount: string) => `${amount} por noche`,
    total: (amount: string) => `Total: ${amount}`,
    bookThese: 'Reservar estas fechas',
  },
} satisfies SharedTranslations
