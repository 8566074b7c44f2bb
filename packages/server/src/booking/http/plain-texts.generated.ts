/* Made from the texts of the booking page by tools/plain-texts/main.ts. */

/** The texts of the booking page that works without scripts. `{}` stands for a value. */
export const PLAIN_TEXTS = {
  "en": {
    "booking.confirmations": {
      "hold": "We hold your time while you enter your details.",
      "instant": "Confirmed immediately.",
      "approval": "Confirmed after the provider approves."
    },
    "booking.duration": "How long?",
    "booking.withWhom": "With whom?",
    "booking.noPreference": "No preference",
    "steps.details": "Your details",
    "steps.chosen": "Your time",
    "steps.emailHint": "We'll send the confirmation and calendar invitation here.",
    "steps.confirm": "Confirm booking",
    "steps.request": "Request this time",
    "steps.otherTime": "Choose another time",
    "steps.checkEmailTitle": "Check your email",
    "steps.checkEmail": "Open the link that we sent to {} to confirm this booking. We hold the time for a few minutes.",
    "steps.doneTitle": "Booking confirmed",
    "steps.requestedTitle": "Request sent",
    "steps.done": "We'll send the confirmation to {}.",
    "steps.requested": "We'll email {} when the provider responds.",
    "steps.manage": "Manage booking",
    "steps.manageHint": "You can view, reschedule or cancel your booking later. The link is also in your email.",
    "extras.where": "Where should it take place?",
    "extras.place": "Address or place",
    "extras.phone": "Phone number",
    "extras.phoneHint": "We call you on this number. With the country code, such as +49 30 901820.",
    "extras.optional": "{} (optional)",
    "extras.choose": "Choose …",
    "details.name": "Name",
    "details.email": "Email",
    "details.note": "Note (optional)",
    "details.notAccepted": "This was not accepted. Check it.",
    "location.inPerson": "In person",
    "location.callNumber": "By phone: you call {}",
    "location.callYou": "By phone: we call you",
    "location.link": "Online",
    "location.googleMeet": "Online: Google Meet",
    "location.teams": "Online: Microsoft Teams",
    "location.askBooker": "At a place that you choose",
    "plain.link": "Book without JavaScript",
    "plain.neededTitle": "Booking here needs JavaScript",
    "plain.needed": "Before you can book, your browser has to pass a check against automated bookings. Turn on JavaScript, then open the booking page again.",
    "plain.answersFirst": "Here the available times depend on your answers to some questions. Turn on JavaScript, then open the booking page again.",
    "plain.open": "Open the booking page",
    "shared.failedTitle": "Something went wrong",
    "shared.failed": "Try again in a moment.",
    "shared.busyTitle": "Too many requests",
    "shared.poweredBy": "Scheduling by Holdfast",
    "slots.untilWhen": "Until {}",
    "slots.zoneIs": "Time zone: {}",
    "slots.previousMonth": "Previous month",
    "slots.nextMonth": "Next month",
    "slots.chooseDay": "Choose a day",
    "slots.timesOn": "Times on {}",
    "slots.noTimesTitle": "No times available this month",
    "slots.noTimes": "Try a later month.",
    "problems": {
      "slot_taken": {
        "title": "This time is taken",
        "text": "Someone just booked this time. Choose another one."
      },
      "slot_not_bookable": {
        "title": "This time is not available",
        "text": "Choose another time."
      },
      "session_cancelled": {
        "title": "This session was cancelled",
        "text": "It no longer takes place at this time. Choose another one."
      },
      "booker_not_allowed": {
        "title": "This is not available for you",
        "text": "It is for certain customers only, or you have already booked it as often as allowed. Choose another service, or contact the provider."
      },
      "limit_reached": {
        "title": "No more bookings possible",
        "text": "This day is full, or you have as many bookings as allowed. Choose another day, or cancel one of yours."
      },
      "calendar_unavailable": {
        "title": "We can't check this time right now",
        "text": "The provider's calendar is not responding. Try again in a moment, or choose another time."
      },
      "hold_expired": {
        "title": "This time is no longer held",
        "text": "Your hold expired, so others could book this time. Choose a time again."
      },
      "invalid_transition": {
        "title": "This is no longer possible",
        "text": "The booking has changed. Reload the page to see the current details."
      },
      "event_type_inactive": {
        "title": "Not available right now",
        "text": "The provider is not taking these bookings at the moment."
      },
      "provider_inactive": {
        "title": "Not available right now",
        "text": "The provider is not taking bookings at the moment."
      },
      "account_suspended": {
        "title": "Not available right now",
        "text": "The provider is not taking bookings at the moment."
      },
      "not_a_candidate": {
        "title": "This choice is no longer available",
        "text": "Choose someone else, or no preference."
      },
      "too_late_to_change": {
        "title": "It is too late to change this",
        "text": "The time for changes has passed. Contact the provider."
      },
      "reschedule_limit_reached": {
        "title": "This booking can't be moved again",
        "text": "It has been moved as often as the provider allows. Contact the provider."
      },
      "payment_required": {
        "title": "Payment needed",
        "text": "The booking is confirmed once it is paid."
      },
      "payment_unavailable": {
        "title": "We can't take payments right now",
        "text": "The payment service is not responding. Try again in a moment. Nothing was charged."
      },
      "validation_failed": {
        "title": "Check your details",
        "text": "Some of your details are not valid. Correct them and try again."
      },
      "request_in_progress": {
        "title": "Still processing",
        "text": "Your request is still being processed. Try again in a moment."
      }
    }
  },
  "de": {
    "booking.confirmations": {
      "hold": "Wir reservieren Ihre Zeit, während Sie Ihre Angaben machen.",
      "instant": "Sofort bestätigt.",
      "approval": "Bestätigt, sobald der Anbieter die Anfrage annimmt."
    },
    "booking.duration": "Wie lange?",
    "booking.withWhom": "Bei wem?",
    "booking.noPreference": "Keine Präferenz",
    "steps.details": "Ihre Angaben",
    "steps.chosen": "Ihre Zeit",
    "steps.emailHint": "Dorthin senden wir die Bestätigung und die Kalendereinladung.",
    "steps.confirm": "Buchung bestätigen",
    "steps.request": "Diese Zeit anfragen",
    "steps.otherTime": "Andere Zeit wählen",
    "steps.checkEmailTitle": "Sehen Sie in Ihr Postfach",
    "steps.checkEmail": "Öffnen Sie den Link, den wir an {} gesendet haben, um die Buchung zu bestätigen. Wir halten den Termin einige Minuten frei.",
    "steps.doneTitle": "Buchung bestätigt",
    "steps.requestedTitle": "Anfrage gesendet",
    "steps.done": "Wir senden die Bestätigung an {}.",
    "steps.requested": "Wir schreiben an {}, sobald der Anbieter antwortet.",
    "steps.manage": "Buchung verwalten",
    "steps.manageHint": "Sie können die Buchung später ansehen, verschieben oder absagen. Der Link steht auch in Ihrer E-Mail.",
    "extras.where": "Wo soll der Termin stattfinden?",
    "extras.place": "Adresse oder Ort",
    "extras.phone": "Telefonnummer",
    "extras.phoneHint": "Wir rufen Sie unter dieser Nummer an. Mit Ländervorwahl, zum Beispiel +49 30 901820.",
    "extras.optional": "{} (optional)",
    "extras.choose": "Auswählen …",
    "details.name": "Name",
    "details.email": "E-Mail",
    "details.note": "Nachricht (optional)",
    "details.notAccepted": "Diese Angabe wurde nicht angenommen. Prüfen Sie sie und versuchen Sie es noch einmal.",
    "location.inPerson": "Vor Ort",
    "location.callNumber": "Telefonisch: Sie rufen {} an",
    "location.callYou": "Telefonisch: Wir rufen Sie an",
    "location.link": "Online",
    "location.googleMeet": "Online: Google Meet",
    "location.teams": "Online: Microsoft Teams",
    "location.askBooker": "An einem Ort Ihrer Wahl",
    "plain.link": "Ohne JavaScript buchen",
    "plain.neededTitle": "Zum Buchen ist JavaScript nötig",
    "plain.needed": "Vor der Buchung prüft Ihr Browser mit JavaScript, dass kein Programm bucht. Schalten Sie JavaScript ein und öffnen Sie die Buchungsseite erneut.",
    "plain.answersFirst": "Die freien Zeiten hängen hier von Ihren Antworten auf einige Fragen ab. Schalten Sie JavaScript ein und öffnen Sie die Buchungsseite erneut.",
    "plain.open": "Buchungsseite öffnen",
    "shared.failedTitle": "Etwas ist schiefgegangen",
    "shared.failed": "Versuchen Sie es gleich noch einmal.",
    "shared.busyTitle": "Zu viele Anfragen",
    "shared.poweredBy": "Terminbuchung mit Holdfast",
    "slots.untilWhen": "Bis {}",
    "slots.zoneIs": "Zeitzone: {}",
    "slots.previousMonth": "Vorheriger Monat",
    "slots.nextMonth": "Nächster Monat",
    "slots.chooseDay": "Tag wählen",
    "slots.timesOn": "Zeiten am {}",
    "slots.noTimesTitle": "In diesem Monat ist nichts frei",
    "slots.noTimes": "Versuchen Sie es mit einem späteren Monat.",
    "problems": {
      "slot_taken": {
        "title": "Diese Zeit ist vergeben",
        "text": "Jemand hat diese Zeit gerade gebucht. Wählen Sie eine andere."
      },
      "slot_not_bookable": {
        "title": "Diese Zeit ist nicht verfügbar",
        "text": "Wählen Sie eine andere Zeit."
      },
      "session_cancelled": {
        "title": "Dieser Kurs fällt aus",
        "text": "Er findet zu dieser Zeit nicht statt. Wählen Sie eine andere."
      },
      "booker_not_allowed": {
        "title": "Das können Sie nicht buchen",
        "text": "Das Angebot gilt nur für bestimmte Kunden, oder Sie haben es schon so oft gebucht wie erlaubt. Wählen Sie ein anderes Angebot oder wenden Sie sich an den Anbieter."
      },
      "limit_reached": {
        "title": "Keine weitere Buchung möglich",
        "text": "Für diesen Tag oder für Sie ist die Höchstzahl an Buchungen erreicht. Wählen Sie einen anderen Tag oder sagen Sie eine Ihrer Buchungen ab."
      },
      "calendar_unavailable": {
        "title": "Wir können diese Zeit gerade nicht prüfen",
        "text": "Der Kalender des Anbieters antwortet nicht. Versuchen Sie es gleich noch einmal oder wählen Sie eine andere Zeit."
      },
      "hold_expired": {
        "title": "Diese Zeit ist nicht mehr reserviert",
        "text": "Ihre Reservierung ist abgelaufen, daher konnten andere diese Zeit buchen. Wählen Sie erneut eine Zeit."
      },
      "invalid_transition": {
        "title": "Das ist nicht mehr möglich",
        "text": "Die Buchung wurde geändert. Laden Sie die Seite neu, um die aktuellen Angaben zu sehen."
      },
      "event_type_inactive": {
        "title": "Zurzeit nicht verfügbar",
        "text": "Der Anbieter nimmt solche Buchungen zurzeit nicht an."
      },
      "provider_inactive": {
        "title": "Zurzeit nicht verfügbar",
        "text": "Der Anbieter nimmt zurzeit keine Buchungen an."
      },
      "account_suspended": {
        "title": "Zurzeit nicht verfügbar",
        "text": "Der Anbieter nimmt zurzeit keine Buchungen an."
      },
      "not_a_candidate": {
        "title": "Diese Auswahl ist nicht mehr verfügbar",
        "text": "Wählen Sie jemand anderen oder „Keine Präferenz“."
      },
      "too_late_to_change": {
        "title": "Dafür ist es zu spät",
        "text": "Die Frist für Änderungen ist vorbei. Wenden Sie sich an den Anbieter."
      },
      "reschedule_limit_reached": {
        "title": "Diese Buchung lässt sich nicht noch einmal verschieben",
        "text": "Sie wurde so oft verschoben, wie der Anbieter es erlaubt. Wenden Sie sich an den Anbieter."
      },
      "payment_required": {
        "title": "Zahlung nötig",
        "text": "Die Buchung ist bestätigt, sobald sie bezahlt ist."
      },
      "payment_unavailable": {
        "title": "Zahlungen sind gerade nicht möglich",
        "text": "Der Zahlungsdienst antwortet nicht. Versuchen Sie es gleich noch einmal. Es wurde nichts abgebucht."
      },
      "validation_failed": {
        "title": "Prüfen Sie Ihre Angaben",
        "text": "Einige Angaben sind ungültig. Korrigieren Sie sie und versuchen Sie es noch einmal."
      },
      "request_in_progress": {
        "title": "Wird noch bearbeitet",
        "text": "Ihre Anfrage wird noch bearbeitet. Versuchen Sie es gleich noch einmal."
      }
    }
  },
  "fr": {
    "booking.confirmations": {
      "hold": "Nous gardons votre horaire pendant que vous saisissez vos informations.",
      "instant": "Confirmation immédiate.",
      "approval": "Confirmation après accord du prestataire."
    },
    "booking.duration": "Quelle durée ?",
    "booking.withWhom": "Avec qui ?",
    "booking.noPreference": "Sans préférence",
    "steps.details": "Vos informations",
    "steps.chosen": "Votre horaire",
    "steps.emailHint": "Nous y enverrons la confirmation et l’invitation au format calendrier.",
    "steps.confirm": "Confirmer la réservation",
    "steps.request": "Demander cet horaire",
    "steps.otherTime": "Choisir un autre horaire",
    "steps.checkEmailTitle": "Consultez vos e-mails",
    "steps.checkEmail": "Ouvrez le lien que nous avons envoyé à {} pour confirmer cette réservation. Nous gardons l’horaire quelques minutes.",
    "steps.doneTitle": "Réservation confirmée",
    "steps.requestedTitle": "Demande envoyée",
    "steps.done": "Nous envoyons la confirmation à {}.",
    "steps.requested": "Nous écrirons à {} dès que le prestataire aura répondu.",
    "steps.manage": "Gérer la réservation",
    "steps.manageHint": "Vous pourrez consulter, déplacer ou annuler votre réservation plus tard. Le lien figure aussi dans votre e-mail.",
    "extras.where": "Où souhaitez-vous que cela ait lieu ?",
    "extras.place": "Adresse ou lieu",
    "extras.phone": "Numéro de téléphone",
    "extras.phoneHint": "Nous vous appellerons à ce numéro. Avec l’indicatif du pays, par exemple +33 1 70 18 99 00.",
    "extras.optional": "{} (facultatif)",
    "extras.choose": "Choisir…",
    "details.name": "Nom",
    "details.email": "E-mail",
    "details.note": "Message (facultatif)",
    "details.notAccepted": "Cette valeur n’a pas été acceptée. Vérifiez-la et réessayez.",
    "location.inPerson": "Sur place",
    "location.callNumber": "Par téléphone : vous appelez le {}",
    "location.callYou": "Par téléphone : nous vous appelons",
    "location.link": "En ligne",
    "location.googleMeet": "En ligne : Google Meet",
    "location.teams": "En ligne : Microsoft Teams",
    "location.askBooker": "À un endroit de votre choix",
    "plain.link": "Réserver sans JavaScript",
    "plain.neededTitle": "JavaScript est nécessaire pour réserver",
    "plain.needed": "Avant la réservation, votre navigateur doit passer un contrôle contre les réservations automatisées. Activez JavaScript, puis rouvrez la page de réservation.",
    "plain.answersFirst": "Ici, les créneaux disponibles dépendent de vos réponses à quelques questions. Activez JavaScript, puis rouvrez la page de réservation.",
    "plain.open": "Ouvrir la page de réservation",
    "shared.failedTitle": "Une erreur s’est produite",
    "shared.failed": "Réessayez dans un instant.",
    "shared.busyTitle": "Trop de requêtes",
    "shared.poweredBy": "Réservation avec Holdfast",
    "slots.untilWhen": "Au {}",
    "slots.zoneIs": "Fuseau horaire : {}",
    "slots.previousMonth": "Mois précédent",
    "slots.nextMonth": "Mois suivant",
    "slots.chooseDay": "Choisissez un jour",
    "slots.timesOn": "Horaires du {}",
    "slots.noTimesTitle": "Aucun horaire disponible ce mois-ci",
    "slots.noTimes": "Essayez un mois plus tard.",
    "problems": {
      "slot_taken": {
        "title": "Cet horaire est déjà pris",
        "text": "Quelqu’un vient de réserver cet horaire. Choisissez-en un autre."
      },
      "slot_not_bookable": {
        "title": "Cet horaire n’est pas disponible",
        "text": "Choisissez un autre horaire."
      },
      "session_cancelled": {
        "title": "Cette séance est annulée",
        "text": "Elle n’a plus lieu à cet horaire. Choisissez-en un autre."
      },
      "booker_not_allowed": {
        "title": "Vous ne pouvez pas réserver cette prestation",
        "text": "Elle est réservée à certains clients, ou vous l’avez déjà réservée autant de fois que possible. Choisissez une autre prestation ou contactez le prestataire."
      },
      "limit_reached": {
        "title": "Nombre maximal de réservations atteint",
        "text": "Il n’est plus possible de réserver ce jour-là, ou vous avez atteint votre nombre maximal de réservations. Choisissez un autre jour ou annulez une de vos réservations."
      },
      "calendar_unavailable": {
        "title": "Impossible de vérifier cet horaire pour le moment",
        "text": "Le calendrier du prestataire ne répond pas. Réessayez dans un instant ou choisissez un autre horaire."
      },
      "hold_expired": {
        "title": "Cet horaire ne vous est plus réservé",
        "text": "Votre réservation provisoire a expiré, d’autres ont donc pu prendre cet horaire. Choisissez de nouveau un horaire."
      },
      "invalid_transition": {
        "title": "Ce n’est plus possible",
        "text": "La réservation a été modifiée. Rechargez la page pour voir les informations actuelles."
      },
      "event_type_inactive": {
        "title": "Indisponible pour le moment",
        "text": "Le prestataire n’accepte pas ces réservations actuellement."
      },
      "provider_inactive": {
        "title": "Indisponible pour le moment",
        "text": "Le prestataire n’accepte pas de réservations actuellement."
      },
      "account_suspended": {
        "title": "Indisponible pour le moment",
        "text": "Le prestataire n’accepte pas de réservations actuellement."
      },
      "not_a_candidate": {
        "title": "Ce choix n’est plus disponible",
        "text": "Choisissez quelqu’un d’autre ou « Sans préférence »."
      },
      "too_late_to_change": {
        "title": "Il est trop tard pour modifier",
        "text": "Cette réservation a déjà commencé. Contactez le prestataire."
      },
      "reschedule_limit_reached": {
        "title": "Cette réservation ne peut plus être déplacée",
        "text": "Elle a été déplacée autant de fois que le prestataire le permet. Contactez le prestataire."
      },
      "payment_required": {
        "title": "Paiement nécessaire",
        "text": "La réservation sera confirmée une fois payée."
      },
      "payment_unavailable": {
        "title": "Paiement impossible pour le moment",
        "text": "Le service de paiement ne répond pas. Réessayez dans un instant. Rien n’a été débité."
      },
      "validation_failed": {
        "title": "Vérifiez vos informations",
        "text": "Certaines informations ne sont pas valides. Corrigez-les et réessayez."
      },
      "request_in_progress": {
        "title": "Traitement en cours",
        "text": "Votre demande est encore en cours de traitement. Réessayez dans un instant."
      }
    }
  },
  "es": {
    "booking.confirmations": {
      "hold": "Le guardamos la hora mientras introduce sus datos.",
      "instant": "Se confirma al instante.",
      "approval": "Se confirma cuando el proveedor la acepta."
    },
    "booking.duration": "¿Cuánto tiempo?",
    "booking.withWhom": "¿Con quién?",
    "booking.noPreference": "Sin preferencia",
    "steps.details": "Sus datos",
    "steps.chosen": "Su hora",
    "steps.emailHint": "Aquí le enviaremos la confirmación y la invitación de calendario.",
    "steps.confirm": "Confirmar la reserva",
    "steps.request": "Solicitar esta hora",
    "steps.otherTime": "Elegir otra hora",
    "steps.checkEmailTitle": "Revise su correo electrónico",
    "steps.checkEmail": "Abra el enlace que hemos enviado a {} para confirmar esta reserva. Guardamos la hora unos minutos.",
    "steps.doneTitle": "Reserva confirmada",
    "steps.requestedTitle": "Solicitud enviada",
    "steps.done": "Enviaremos la confirmación a {}.",
    "steps.requested": "Escribiremos a {} cuando el proveedor responda.",
    "steps.manage": "Gestionar la reserva",
    "steps.manageHint": "Más adelante podrá ver, cambiar o cancelar su reserva. El enlace también está en su correo electrónico.",
    "extras.where": "¿Dónde quiere que tenga lugar?",
    "extras.place": "Dirección o lugar",
    "extras.phone": "Número de teléfono",
    "extras.phoneHint": "Le llamaremos a este número. Con el prefijo del país, por ejemplo +34 910 123 456.",
    "extras.optional": "{} (opcional)",
    "extras.choose": "Elegir…",
    "details.name": "Nombre",
    "details.email": "Correo electrónico",
    "details.note": "Mensaje (opcional)",
    "details.notAccepted": "Este valor no se ha aceptado. Revíselo y vuelva a intentarlo.",
    "location.inPerson": "En persona",
    "location.callNumber": "Por teléfono: usted llama al {}",
    "location.callYou": "Por teléfono: le llamamos nosotros",
    "location.link": "En línea",
    "location.googleMeet": "En línea: Google Meet",
    "location.teams": "En línea: Microsoft Teams",
    "location.askBooker": "En el lugar que usted elija",
    "plain.link": "Reservar sin JavaScript",
    "plain.neededTitle": "Para reservar se necesita JavaScript",
    "plain.needed": "Antes de reservar, su navegador debe superar una comprobación contra reservas automáticas. Active JavaScript y vuelva a abrir la página de reservas.",
    "plain.answersFirst": "Aquí, las horas disponibles dependen de sus respuestas a algunas preguntas. Active JavaScript y vuelva a abrir la página de reservas.",
    "plain.open": "Abrir la página de reservas",
    "shared.failedTitle": "Algo ha fallado",
    "shared.failed": "Vuelva a intentarlo en un momento.",
    "shared.busyTitle": "Demasiadas solicitudes",
    "shared.poweredBy": "Reservas con Holdfast",
    "slots.untilWhen": "Hasta el {}",
    "slots.zoneIs": "Zona horaria: {}",
    "slots.previousMonth": "Mes anterior",
    "slots.nextMonth": "Mes siguiente",
    "slots.chooseDay": "Elija un día",
    "slots.timesOn": "Horas del {}",
    "slots.noTimesTitle": "No hay horas disponibles este mes",
    "slots.noTimes": "Pruebe con un mes posterior.",
    "problems": {
      "slot_taken": {
        "title": "Esta hora ya está ocupada",
        "text": "Alguien acaba de reservar esta hora. Elija otra."
      },
      "slot_not_bookable": {
        "title": "Esta hora no está disponible",
        "text": "Elija otra hora."
      },
      "session_cancelled": {
        "title": "Esta sesión se ha cancelado",
        "text": "Ya no tiene lugar a esta hora. Elija otra."
      },
      "booker_not_allowed": {
        "title": "No puede reservar este servicio",
        "text": "Es solo para determinados clientes, o ya lo ha reservado tantas veces como está permitido. Elija otro servicio o póngase en contacto con el proveedor."
      },
      "limit_reached": {
        "title": "Límite de reservas alcanzado",
        "text": "Se ha alcanzado el máximo de reservas para este día o para usted. Elija otro día o cancele una de sus reservas."
      },
      "calendar_unavailable": {
        "title": "No podemos comprobar esta hora ahora mismo",
        "text": "El calendario del proveedor no responde. Vuelva a intentarlo en un momento o elija otra hora."
      },
      "hold_expired": {
        "title": "Ya no le guardamos esta hora",
        "text": "Su reserva provisional ha caducado, así que otras personas han podido reservar esta hora. Elija una hora de nuevo."
      },
      "invalid_transition": {
        "title": "Esto ya no es posible",
        "text": "La reserva ha cambiado. Vuelva a cargar la página para ver los datos actuales."
      },
      "event_type_inactive": {
        "title": "No disponible por ahora",
        "text": "El proveedor no acepta estas reservas en este momento."
      },
      "provider_inactive": {
        "title": "No disponible por ahora",
        "text": "El proveedor no acepta reservas en este momento."
      },
      "account_suspended": {
        "title": "No disponible por ahora",
        "text": "El proveedor no acepta reservas en este momento."
      },
      "not_a_candidate": {
        "title": "Esta opción ya no está disponible",
        "text": "Elija a otra persona o «Sin preferencia»."
      },
      "too_late_to_change": {
        "title": "Es demasiado tarde para cambiar esto",
        "text": "Esta reserva ya ha comenzado. Póngase en contacto con el proveedor."
      },
      "reschedule_limit_reached": {
        "title": "Esta reserva ya no se puede cambiar",
        "text": "Se ha cambiado tantas veces como permite el proveedor. Póngase en contacto con el proveedor."
      },
      "payment_required": {
        "title": "Falta el pago",
        "text": "La reserva se confirma una vez pagada."
      },
      "payment_unavailable": {
        "title": "Ahora mismo no podemos aceptar pagos",
        "text": "El servicio de pago no responde. Vuelva a intentarlo en un momento. No se le ha cobrado nada."
      },
      "validation_failed": {
        "title": "Revise sus datos",
        "text": "Algunos datos no son válidos. Corríjalos y vuelva a intentarlo."
      },
      "request_in_progress": {
        "title": "Aún en proceso",
        "text": "Su solicitud todavía se está procesando. Vuelva a intentarlo en un momento."
      }
    }
  },
  "it": {
    "booking.confirmations": {
      "hold": "Le riserviamo l’orario mentre inserisce i Suoi dati.",
      "instant": "Conferma immediata.",
      "approval": "Conferma dopo l’approvazione del professionista."
    },
    "booking.duration": "Quanto tempo?",
    "booking.withWhom": "Con chi?",
    "booking.noPreference": "Nessuna preferenza",
    "steps.details": "I Suoi dati",
    "steps.chosen": "Il Suo orario",
    "steps.emailHint": "Qui Le invieremo la conferma e l’invito di calendario.",
    "steps.confirm": "Conferma la prenotazione",
    "steps.request": "Richiedi questo orario",
    "steps.otherTime": "Scegli un altro orario",
    "steps.checkEmailTitle": "Controlli la Sua e-mail",
    "steps.checkEmail": "Apra il link che abbiamo inviato a {} per confermare la prenotazione. Riserviamo l’orario per alcuni minuti.",
    "steps.doneTitle": "Prenotazione confermata",
    "steps.requestedTitle": "Richiesta inviata",
    "steps.done": "Invieremo la conferma a {}.",
    "steps.requested": "Scriveremo a {} quando il professionista risponderà.",
    "steps.manage": "Gestisci la prenotazione",
    "steps.manageHint": "In seguito potrà vedere, spostare o annullare la prenotazione. Il link si trova anche nella Sua e-mail.",
    "extras.where": "Dove deve svolgersi?",
    "extras.place": "Indirizzo o luogo",
    "extras.phone": "Numero di telefono",
    "extras.phoneHint": "La chiameremo a questo numero. Con il prefisso del Paese, ad esempio +39 06 698 12345.",
    "extras.optional": "{} (facoltativo)",
    "extras.choose": "Scegli…",
    "details.name": "Nome",
    "details.email": "E-mail",
    "details.note": "Messaggio (facoltativo)",
    "details.notAccepted": "Questo valore non è stato accettato. Lo controlli e riprovi.",
    "location.inPerson": "Di persona",
    "location.callNumber": "Per telefono: chiami il {}",
    "location.callYou": "Per telefono: La chiamiamo noi",
    "location.link": "Online",
    "location.googleMeet": "Online: Google Meet",
    "location.teams": "Online: Microsoft Teams",
    "location.askBooker": "In un luogo a Sua scelta",
    "plain.link": "Prenota senza JavaScript",
    "plain.neededTitle": "Per prenotare serve JavaScript",
    "plain.needed": "Prima della prenotazione, il browser deve superare un controllo contro le prenotazioni automatiche. Attivi JavaScript e riapra la pagina di prenotazione.",
    "plain.answersFirst": "Qui gli orari disponibili dipendono dalle Sue risposte ad alcune domande. Attivi JavaScript e riapra la pagina di prenotazione.",
    "plain.open": "Apri la pagina di prenotazione",
    "shared.failedTitle": "Si è verificato un errore",
    "shared.failed": "Riprovi tra un momento.",
    "shared.busyTitle": "Troppe richieste",
    "shared.poweredBy": "Prenotazioni con Holdfast",
    "slots.untilWhen": "Fino a {}",
    "slots.zoneIs": "Fuso orario: {}",
    "slots.previousMonth": "Mese precedente",
    "slots.nextMonth": "Mese successivo",
    "slots.chooseDay": "Scelga un giorno",
    "slots.timesOn": "Orari di {}",
    "slots.noTimesTitle": "Nessun orario disponibile questo mese",
    "slots.noTimes": "Provi un mese successivo.",
    "problems": {
      "slot_taken": {
        "title": "Questo orario è già occupato",
        "text": "Qualcuno ha appena prenotato questo orario. Ne scelga un altro."
      },
      "slot_not_bookable": {
        "title": "Questo orario non è disponibile",
        "text": "Scelga un altro orario."
      },
      "session_cancelled": {
        "title": "Questa sessione è stata annullata",
        "text": "Non si tiene più a questo orario. Ne scelga un altro."
      },
      "booker_not_allowed": {
        "title": "Non può prenotare questo servizio",
        "text": "È riservato a determinati clienti, oppure lo ha già prenotato tutte le volte consentite. Scelga un altro servizio o contatti il professionista."
      },
      "limit_reached": {
        "title": "Limite di prenotazioni raggiunto",
        "text": "È stato raggiunto il numero massimo di prenotazioni per questo giorno o per Lei. Scelga un altro giorno o annulli una delle Sue prenotazioni."
      },
      "calendar_unavailable": {
        "title": "Al momento non possiamo verificare questo orario",
        "text": "Il calendario del professionista non risponde. Riprovi tra un momento o scelga un altro orario."
      },
      "hold_expired": {
        "title": "Questo orario non è più riservato a Lei",
        "text": "La prenotazione provvisoria è scaduta, quindi altri hanno potuto prenotare questo orario. Scelga di nuovo un orario."
      },
      "invalid_transition": {
        "title": "Non è più possibile",
        "text": "La prenotazione è cambiata. Ricarichi la pagina per vedere i dati attuali."
      },
      "event_type_inactive": {
        "title": "Non disponibile al momento",
        "text": "Il professionista al momento non accetta queste prenotazioni."
      },
      "provider_inactive": {
        "title": "Non disponibile al momento",
        "text": "Il professionista al momento non accetta prenotazioni."
      },
      "account_suspended": {
        "title": "Non disponibile al momento",
        "text": "Il professionista al momento non accetta prenotazioni."
      },
      "not_a_candidate": {
        "title": "Questa scelta non è più disponibile",
        "text": "Scelga un’altra persona o «Nessuna preferenza»."
      },
      "too_late_to_change": {
        "title": "È troppo tardi per modificare",
        "text": "Questa prenotazione è già iniziata. Contatti il professionista."
      },
      "reschedule_limit_reached": {
        "title": "Questa prenotazione non può più essere spostata",
        "text": "È stata spostata tutte le volte consentite dal professionista. Contatti il professionista."
      },
      "payment_required": {
        "title": "Pagamento necessario",
        "text": "La prenotazione viene confermata dopo il pagamento."
      },
      "payment_unavailable": {
        "title": "Al momento non possiamo accettare pagamenti",
        "text": "Il servizio di pagamento non risponde. Riprovi tra un momento. Non è stato addebitato nulla."
      },
      "validation_failed": {
        "title": "Controlli i Suoi dati",
        "text": "Alcuni dati non sono validi. Li corregga e riprovi."
      },
      "request_in_progress": {
        "title": "Elaborazione in corso",
        "text": "La Sua richiesta è ancora in elaborazione. Riprovi tra un momento."
      }
    }
  },
  "nl": {
    "booking.confirmations": {
      "hold": "We houden uw tijd vast terwijl u uw gegevens invult.",
      "instant": "Direct bevestigd.",
      "approval": "Bevestigd zodra de aanbieder akkoord gaat."
    },
    "booking.duration": "Hoe lang?",
    "booking.withWhom": "Bij wie?",
    "booking.noPreference": "Geen voorkeur",
    "steps.details": "Uw gegevens",
    "steps.chosen": "Uw tijd",
    "steps.emailHint": "Hierheen sturen we de bevestiging en de agenda-uitnodiging.",
    "steps.confirm": "Boeking bevestigen",
    "steps.request": "Deze tijd aanvragen",
    "steps.otherTime": "Andere tijd kiezen",
    "steps.checkEmailTitle": "Bekijk uw e-mail",
    "steps.checkEmail": "Open de link die we naar {} hebben gestuurd om deze boeking te bevestigen. We houden de tijd een paar minuten vast.",
    "steps.doneTitle": "Boeking bevestigd",
    "steps.requestedTitle": "Aanvraag verzonden",
    "steps.done": "We sturen de bevestiging naar {}.",
    "steps.requested": "We sturen een e-mail naar {} zodra de aanbieder reageert.",
    "steps.manage": "Boeking beheren",
    "steps.manageHint": "U kunt uw boeking later bekijken, verzetten of annuleren. De link staat ook in uw e-mail.",
    "extras.where": "Waar moet het plaatsvinden?",
    "extras.place": "Adres of plaats",
    "extras.phone": "Telefoonnummer",
    "extras.phoneHint": "We bellen u op dit nummer. Met de landcode, bijvoorbeeld +31 20 123 4567.",
    "extras.optional": "{} (optioneel)",
    "extras.choose": "Kies…",
    "details.name": "Naam",
    "details.email": "E-mail",
    "details.note": "Bericht (optioneel)",
    "details.notAccepted": "Dit is niet geaccepteerd. Controleer het en probeer het opnieuw.",
    "location.inPerson": "Op locatie",
    "location.callNumber": "Telefonisch: u belt {}",
    "location.callYou": "Telefonisch: wij bellen u",
    "location.link": "Online",
    "location.googleMeet": "Online: Google Meet",
    "location.teams": "Online: Microsoft Teams",
    "location.askBooker": "Op een plaats die u kiest",
    "plain.link": "Boeken zonder JavaScript",
    "plain.neededTitle": "Voor boeken is JavaScript nodig",
    "plain.needed": "Voordat u kunt boeken, moet uw browser een controle tegen automatische boekingen doorstaan. Zet JavaScript aan en open de boekingspagina opnieuw.",
    "plain.answersFirst": "De beschikbare tijden hangen hier af van uw antwoorden op enkele vragen. Zet JavaScript aan en open de boekingspagina opnieuw.",
    "plain.open": "Boekingspagina openen",
    "shared.failedTitle": "Er is iets misgegaan",
    "shared.failed": "Probeer het over een ogenblik opnieuw.",
    "shared.busyTitle": "Te veel verzoeken",
    "shared.poweredBy": "Boeken met Holdfast",
    "slots.untilWhen": "Tot {}",
    "slots.zoneIs": "Tijdzone: {}",
    "slots.previousMonth": "Vorige maand",
    "slots.nextMonth": "Volgende maand",
    "slots.chooseDay": "Kies een dag",
    "slots.timesOn": "Tijden op {}",
    "slots.noTimesTitle": "Deze maand zijn er geen tijden beschikbaar",
    "slots.noTimes": "Probeer een latere maand.",
    "problems": {
      "slot_taken": {
        "title": "Deze tijd is bezet",
        "text": "Iemand heeft deze tijd zojuist geboekt. Kies een andere."
      },
      "slot_not_bookable": {
        "title": "Deze tijd is niet beschikbaar",
        "text": "Kies een andere tijd."
      },
      "session_cancelled": {
        "title": "Deze sessie gaat niet door",
        "text": "Ze vindt op deze tijd niet meer plaats. Kies een andere tijd."
      },
      "booker_not_allowed": {
        "title": "U kunt dit niet boeken",
        "text": "Dit is alleen voor bepaalde klanten, of u hebt het al zo vaak geboekt als is toegestaan. Kies een andere dienst of neem contact op met de aanbieder."
      },
      "limit_reached": {
        "title": "Maximum aantal boekingen bereikt",
        "text": "Voor deze dag of voor u is het maximum aantal boekingen bereikt. Kies een andere dag of annuleer een van uw boekingen."
      },
      "calendar_unavailable": {
        "title": "We kunnen deze tijd nu niet controleren",
        "text": "De agenda van de aanbieder reageert niet. Probeer het over een ogenblik opnieuw of kies een andere tijd."
      },
      "hold_expired": {
        "title": "Deze tijd is niet meer voor u gereserveerd",
        "text": "Uw reservering is verlopen, dus anderen konden deze tijd boeken. Kies opnieuw een tijd."
      },
      "invalid_transition": {
        "title": "Dit kan niet meer",
        "text": "De boeking is gewijzigd. Laad de pagina opnieuw om de huidige gegevens te zien."
      },
      "event_type_inactive": {
        "title": "Nu niet beschikbaar",
        "text": "De aanbieder neemt deze boekingen op dit moment niet aan."
      },
      "provider_inactive": {
        "title": "Nu niet beschikbaar",
        "text": "De aanbieder neemt op dit moment geen boekingen aan."
      },
      "account_suspended": {
        "title": "Nu niet beschikbaar",
        "text": "De aanbieder neemt op dit moment geen boekingen aan."
      },
      "not_a_candidate": {
        "title": "Deze keuze is niet meer beschikbaar",
        "text": "Kies iemand anders, of ‘Geen voorkeur’."
      },
      "too_late_to_change": {
        "title": "Het is te laat om dit te wijzigen",
        "text": "Deze boeking is al begonnen. Neem contact op met de aanbieder."
      },
      "reschedule_limit_reached": {
        "title": "Deze boeking kan niet nog eens worden verzet",
        "text": "De boeking is zo vaak verzet als de aanbieder toestaat. Neem contact op met de aanbieder."
      },
      "payment_required": {
        "title": "Betaling nodig",
        "text": "De boeking wordt bevestigd zodra er is betaald."
      },
      "payment_unavailable": {
        "title": "We kunnen nu geen betalingen aannemen",
        "text": "De betaaldienst reageert niet. Probeer het over een ogenblik opnieuw. Er is niets afgeschreven."
      },
      "validation_failed": {
        "title": "Controleer uw gegevens",
        "text": "Sommige gegevens zijn ongeldig. Verbeter ze en probeer het opnieuw."
      },
      "request_in_progress": {
        "title": "Nog in behandeling",
        "text": "Uw verzoek wordt nog verwerkt. Probeer het over een ogenblik opnieuw."
      }
    }
  },
  "pt": {
    "booking.confirmations": {
      "hold": "Guardamos o horário enquanto você preenche seus dados.",
      "instant": "Confirmação imediata.",
      "approval": "Confirmado depois que o profissional aprovar."
    },
    "booking.duration": "Quanto tempo?",
    "booking.withWhom": "Com quem?",
    "booking.noPreference": "Sem preferência",
    "steps.details": "Seus dados",
    "steps.chosen": "Seu horário",
    "steps.emailHint": "Enviaremos a confirmação e o convite de agenda para cá.",
    "steps.confirm": "Confirmar a reserva",
    "steps.request": "Solicitar este horário",
    "steps.otherTime": "Escolher outro horário",
    "steps.checkEmailTitle": "Verifique seu e-mail",
    "steps.checkEmail": "Abra o link que enviamos para {} para confirmar esta reserva. Guardamos o horário por alguns minutos.",
    "steps.doneTitle": "Reserva confirmada",
    "steps.requestedTitle": "Solicitação enviada",
    "steps.done": "Enviaremos a confirmação para {}.",
    "steps.requested": "Enviaremos um e-mail para {} quando o profissional responder.",
    "steps.manage": "Gerenciar a reserva",
    "steps.manageHint": "Você pode ver, remarcar ou cancelar sua reserva depois. O link também está no seu e-mail.",
    "extras.where": "Onde deve acontecer?",
    "extras.place": "Endereço ou local",
    "extras.phone": "Número de telefone",
    "extras.phoneHint": "Ligaremos para este número. Com o código do país, por exemplo +55 11 3123 4567.",
    "extras.optional": "{} (opcional)",
    "extras.choose": "Escolher…",
    "details.name": "Nome",
    "details.email": "E-mail",
    "details.note": "Mensagem (opcional)",
    "details.notAccepted": "Este valor não foi aceito. Verifique-o e tente novamente.",
    "location.inPerson": "Presencial",
    "location.callNumber": "Por telefone: você liga para {}",
    "location.callYou": "Por telefone: nós ligamos para você",
    "location.link": "On-line",
    "location.googleMeet": "On-line: Google Meet",
    "location.teams": "On-line: Microsoft Teams",
    "location.askBooker": "Em um local que você escolher",
    "plain.link": "Reservar sem JavaScript",
    "plain.neededTitle": "É preciso JavaScript para reservar",
    "plain.needed": "Antes da reserva, o navegador precisa passar por uma verificação contra reservas automáticas. Ative o JavaScript e abra a página de reservas novamente.",
    "plain.answersFirst": "Aqui, os horários disponíveis dependem das suas respostas a algumas perguntas. Ative o JavaScript e abra a página de reservas novamente.",
    "plain.open": "Abrir a página de reservas",
    "shared.failedTitle": "Algo deu errado",
    "shared.failed": "Tente novamente em instantes.",
    "shared.busyTitle": "Solicitações demais",
    "shared.poweredBy": "Agendamento com Holdfast",
    "slots.untilWhen": "Até {}",
    "slots.zoneIs": "Fuso horário: {}",
    "slots.previousMonth": "Mês anterior",
    "slots.nextMonth": "Próximo mês",
    "slots.chooseDay": "Escolha um dia",
    "slots.timesOn": "Horários: {}",
    "slots.noTimesTitle": "Nenhum horário disponível neste mês",
    "slots.noTimes": "Tente um mês posterior.",
    "problems": {
      "slot_taken": {
        "title": "Este horário já está ocupado",
        "text": "Alguém acabou de reservar este horário. Escolha outro."
      },
      "slot_not_bookable": {
        "title": "Este horário não está disponível",
        "text": "Escolha outro horário."
      },
      "session_cancelled": {
        "title": "Esta sessão foi cancelada",
        "text": "Não acontece mais neste horário. Escolha outro."
      },
      "booker_not_allowed": {
        "title": "Você não pode reservar este serviço",
        "text": "Ele é somente para determinados clientes, ou você já o reservou tantas vezes quanto permitido. Escolha outro serviço ou entre em contato com o profissional."
      },
      "limit_reached": {
        "title": "Limite de reservas atingido",
        "text": "O máximo de reservas para este dia ou para você foi atingido. Escolha outro dia ou cancele uma das suas reservas."
      },
      "calendar_unavailable": {
        "title": "Não podemos verificar este horário agora",
        "text": "A agenda do profissional não está respondendo. Tente novamente em instantes ou escolha outro horário."
      },
      "hold_expired": {
        "title": "Este horário não está mais reservado para você",
        "text": "Sua reserva provisória expirou, então outras pessoas puderam reservar este horário. Escolha um horário novamente."
      },
      "invalid_transition": {
        "title": "Isso não é mais possível",
        "text": "A reserva mudou. Recarregue a página para ver os dados atuais."
      },
      "event_type_inactive": {
        "title": "Indisponível no momento",
        "text": "O profissional não está aceitando essas reservas no momento."
      },
      "provider_inactive": {
        "title": "Indisponível no momento",
        "text": "O profissional não está aceitando reservas no momento."
      },
      "account_suspended": {
        "title": "Indisponível no momento",
        "text": "O profissional não está aceitando reservas no momento."
      },
      "not_a_candidate": {
        "title": "Esta opção não está mais disponível",
        "text": "Escolha outra pessoa ou “Sem preferência”."
      },
      "too_late_to_change": {
        "title": "É tarde demais para alterar",
        "text": "Esta reserva já começou. Entre em contato com o profissional."
      },
      "reschedule_limit_reached": {
        "title": "Esta reserva não pode mais ser remarcada",
        "text": "Ela já foi remarcada tantas vezes quanto o profissional permite. Entre em contato com o profissional."
      },
      "payment_required": {
        "title": "Pagamento necessário",
        "text": "A reserva é confirmada depois do pagamento."
      },
      "payment_unavailable": {
        "title": "Não podemos receber pagamentos agora",
        "text": "O serviço de pagamento não está respondendo. Tente novamente em instantes. Nada foi cobrado."
      },
      "validation_failed": {
        "title": "Verifique seus dados",
        "text": "Alguns dados não são válidos. Corrija-os e tente novamente."
      },
      "request_in_progress": {
        "title": "Ainda em processamento",
        "text": "Sua solicitação ainda está sendo processada. Tente novamente em instantes."
      }
    }
  },
  "pl": {
    "booking.confirmations": {
      "hold": "Zatrzymamy ten termin na czas wpisywania danych.",
      "instant": "Potwierdzenie od razu.",
      "approval": "Potwierdzenie po akceptacji usługodawcy."
    },
    "booking.duration": "Jak długo?",
    "booking.withWhom": "U kogo?",
    "booking.noPreference": "Bez preferencji",
    "steps.details": "Twoje dane",
    "steps.chosen": "Wybrany termin",
    "steps.emailHint": "Na ten adres wyślemy potwierdzenie i zaproszenie do kalendarza.",
    "steps.confirm": "Potwierdź rezerwację",
    "steps.request": "Poproś o ten termin",
    "steps.otherTime": "Wybierz inny termin",
    "steps.checkEmailTitle": "Sprawdź pocztę",
    "steps.checkEmail": "Otwórz link wysłany na adres {}, aby potwierdzić rezerwację. Zatrzymamy termin na kilka minut.",
    "steps.doneTitle": "Rezerwacja potwierdzona",
    "steps.requestedTitle": "Prośba wysłana",
    "steps.done": "Potwierdzenie wyślemy na adres {}.",
    "steps.requested": "Napiszemy na adres {}, gdy usługodawca odpowie.",
    "steps.manage": "Zarządzaj rezerwacją",
    "steps.manageHint": "Rezerwację można później sprawdzić, przełożyć lub odwołać. Link jest też w wiadomości e-mail.",
    "extras.where": "Gdzie ma się odbyć spotkanie?",
    "extras.place": "Adres lub miejsce",
    "extras.phone": "Numer telefonu",
    "extras.phoneHint": "Zadzwonimy na ten numer. Z numerem kierunkowym kraju, na przykład +48 22 123 45 67.",
    "extras.optional": "{} (opcjonalnie)",
    "extras.choose": "Wybierz…",
    "details.name": "Imię i nazwisko",
    "details.email": "E-mail",
    "details.note": "Wiadomość (opcjonalnie)",
    "details.notAccepted": "Ta wartość nie została przyjęta. Sprawdź ją i spróbuj ponownie.",
    "location.inPerson": "Na miejscu",
    "location.callNumber": "Telefonicznie, numer do połączenia: {}",
    "location.callYou": "Telefonicznie: zadzwonimy",
    "location.link": "Online",
    "location.googleMeet": "Online: Google Meet",
    "location.teams": "Online: Microsoft Teams",
    "location.askBooker": "W wybranym przez Ciebie miejscu",
    "plain.link": "Rezerwacja bez JavaScriptu",
    "plain.neededTitle": "Rezerwacja wymaga JavaScriptu",
    "plain.needed": "Przed rezerwacją przeglądarka musi przejść kontrolę chroniącą przed automatycznymi rezerwacjami. Włącz JavaScript i ponownie otwórz stronę rezerwacji.",
    "plain.answersFirst": "Dostępne terminy zależą tu od odpowiedzi na kilka pytań. Włącz JavaScript i ponownie otwórz stronę rezerwacji.",
    "plain.open": "Otwórz stronę rezerwacji",
    "shared.failedTitle": "Coś poszło nie tak",
    "shared.failed": "Spróbuj ponownie za chwilę.",
    "shared.busyTitle": "Zbyt wiele żądań",
    "shared.poweredBy": "Rezerwacje z Holdfast",
    "slots.untilWhen": "Do: {}",
    "slots.zoneIs": "Strefa czasowa: {}",
    "slots.previousMonth": "Poprzedni miesiąc",
    "slots.nextMonth": "Następny miesiąc",
    "slots.chooseDay": "Wybierz dzień",
    "slots.timesOn": "Godziny: {}",
    "slots.noTimesTitle": "Brak wolnych terminów w tym miesiącu",
    "slots.noTimes": "Sprawdź późniejszy miesiąc.",
    "problems": {
      "slot_taken": {
        "title": "Ten termin jest zajęty",
        "text": "Ktoś właśnie zarezerwował ten termin. Wybierz inny."
      },
      "slot_not_bookable": {
        "title": "Ten termin jest niedostępny",
        "text": "Wybierz inny termin."
      },
      "session_cancelled": {
        "title": "Te zajęcia zostały odwołane",
        "text": "Nie odbędą się w tym terminie. Wybierz inny."
      },
      "booker_not_allowed": {
        "title": "Nie można zarezerwować tej usługi",
        "text": "Jest ona dostępna tylko dla wybranych klientów lub została już zarezerwowana dozwoloną liczbę razy. Wybierz inną usługę lub skontaktuj się z usługodawcą."
      },
      "limit_reached": {
        "title": "Osiągnięto limit rezerwacji",
        "text": "Osiągnięto limit rezerwacji na ten dzień lub dla jednej osoby. Wybierz inny dzień albo odwołaj jedną ze swoich rezerwacji."
      },
      "calendar_unavailable": {
        "title": "Nie możemy teraz sprawdzić tego terminu",
        "text": "Kalendarz usługodawcy nie odpowiada. Spróbuj ponownie za chwilę lub wybierz inny termin."
      },
      "hold_expired": {
        "title": "Ten termin nie jest już zarezerwowany",
        "text": "Wstępna rezerwacja wygasła, więc inni mogli zająć ten termin. Wybierz termin ponownie."
      },
      "invalid_transition": {
        "title": "To już nie jest możliwe",
        "text": "Rezerwacja została zmieniona. Wczytaj stronę ponownie, aby zobaczyć aktualne dane."
      },
      "event_type_inactive": {
        "title": "Obecnie niedostępne",
        "text": "Usługodawca nie przyjmuje teraz takich rezerwacji."
      },
      "provider_inactive": {
        "title": "Obecnie niedostępne",
        "text": "Usługodawca nie przyjmuje teraz rezerwacji."
      },
      "account_suspended": {
        "title": "Obecnie niedostępne",
        "text": "Usługodawca nie przyjmuje teraz rezerwacji."
      },
      "not_a_candidate": {
        "title": "Ten wybór nie jest już dostępny",
        "text": "Wybierz kogoś innego lub „Bez preferencji”."
      },
      "too_late_to_change": {
        "title": "Na zmianę jest już za późno",
        "text": "Ta wizyta już się zaczęła. Skontaktuj się z usługodawcą."
      },
      "reschedule_limit_reached": {
        "title": "Tej rezerwacji nie można już przełożyć",
        "text": "Przełożono ją tyle razy, na ile pozwala usługodawca. Skontaktuj się z usługodawcą."
      },
      "payment_required": {
        "title": "Wymagana płatność",
        "text": "Rezerwacja zostanie potwierdzona po opłaceniu."
      },
      "payment_unavailable": {
        "title": "Nie możemy teraz przyjąć płatności",
        "text": "Usługa płatności nie odpowiada. Spróbuj ponownie za chwilę. Nic nie zostało pobrane."
      },
      "validation_failed": {
        "title": "Sprawdź swoje dane",
        "text": "Niektóre dane są nieprawidłowe. Popraw je i spróbuj ponownie."
      },
      "request_in_progress": {
        "title": "Trwa przetwarzanie",
        "text": "Zgłoszenie jest jeszcze przetwarzane. Spróbuj ponownie za chwilę."
      }
    }
  },
  "tr": {
    "booking.confirmations": {
      "hold": "Bilgilerinizi girerken saatinizi sizin için ayırırız.",
      "instant": "Hemen onaylanır.",
      "approval": "Hizmet sağlayıcı kabul edince onaylanır."
    },
    "booking.duration": "Ne kadar sürsün?",
    "booking.withWhom": "Kiminle?",
    "booking.noPreference": "Fark etmez",
    "steps.details": "Bilgileriniz",
    "steps.chosen": "Seçtiğiniz saat",
    "steps.emailHint": "Onayı ve takvim davetini bu adrese göndereceğiz.",
    "steps.confirm": "Rezervasyonu onayla",
    "steps.request": "Bu saati talep et",
    "steps.otherTime": "Başka bir saat seç",
    "steps.checkEmailTitle": "E-postanızı kontrol edin",
    "steps.checkEmail": "Rezervasyonu onaylamak için {} adresine gönderdiğimiz bağlantıyı açın. Saati birkaç dakika ayırıyoruz.",
    "steps.doneTitle": "Rezervasyon onaylandı",
    "steps.requestedTitle": "Talep gönderildi",
    "steps.done": "Onayı {} adresine göndereceğiz.",
    "steps.requested": "Hizmet sağlayıcı yanıt verince {} adresine yazacağız.",
    "steps.manage": "Rezervasyonu yönet",
    "steps.manageHint": "Rezervasyonunuzu daha sonra görüntüleyebilir, erteleyebilir ya da iptal edebilirsiniz. Bağlantı e-postanızda da var.",
    "extras.where": "Nerede yapılsın?",
    "extras.place": "Adres ya da yer",
    "extras.phone": "Telefon numarası",
    "extras.phoneHint": "Sizi bu numaradan arayacağız. Ülke koduyla yazın, örneğin +90 212 123 45 67.",
    "extras.optional": "{} (isteğe bağlı)",
    "extras.choose": "Seçin…",
    "details.name": "Ad soyad",
    "details.email": "E-posta",
    "details.note": "Not (isteğe bağlı)",
    "details.notAccepted": "Bu değer kabul edilmedi. Kontrol edip yeniden deneyin.",
    "location.inPerson": "Yüz yüze",
    "location.callNumber": "Telefonla: siz {} numarasını arayın",
    "location.callYou": "Telefonla: biz sizi ararız",
    "location.link": "Çevrimiçi",
    "location.googleMeet": "Çevrimiçi: Google Meet",
    "location.teams": "Çevrimiçi: Microsoft Teams",
    "location.askBooker": "Sizin seçeceğiniz bir yerde",
    "plain.link": "JavaScript olmadan rezervasyon yap",
    "plain.neededTitle": "Rezervasyon için JavaScript gerekli",
    "plain.needed": "Rezervasyondan önce tarayıcınızın otomatik rezervasyonlara karşı bir denetimi geçmesi gerekir. JavaScript’i açın ve rezervasyon sayfasını yeniden açın.",
    "plain.answersFirst": "Burada uygun saatler bazı sorulara vereceğiniz yanıtlara bağlıdır. JavaScript’i açın ve rezervasyon sayfasını yeniden açın.",
    "plain.open": "Rezervasyon sayfasını aç",
    "shared.failedTitle": "Bir sorun oluştu",
    "shared.failed": "Birazdan yeniden deneyin.",
    "shared.busyTitle": "Çok fazla istek",
    "shared.poweredBy": "Holdfast ile rezervasyon",
    "slots.untilWhen": "Bitiş: {}",
    "slots.zoneIs": "Saat dilimi: {}",
    "slots.previousMonth": "Önceki ay",
    "slots.nextMonth": "Sonraki ay",
    "slots.chooseDay": "Bir gün seçin",
    "slots.timesOn": "Saatler: {}",
    "slots.noTimesTitle": "Bu ay uygun saat yok",
    "slots.noTimes": "Daha ileri bir ay deneyin.",
    "problems": {
      "slot_taken": {
        "title": "Bu saat dolu",
        "text": "Bu saat az önce başkası tarafından alındı. Başka bir saat seçin."
      },
      "slot_not_bookable": {
        "title": "Bu saat uygun değil",
        "text": "Başka bir saat seçin."
      },
      "session_cancelled": {
        "title": "Bu seans iptal edildi",
        "text": "Artık bu saatte yapılmıyor. Başka bir saat seçin."
      },
      "booker_not_allowed": {
        "title": "Bu hizmet için rezervasyon yapamazsınız",
        "text": "Bu hizmet yalnızca belirli müşteriler içindir ya da izin verilen sayıda rezervasyon yaptınız. Başka bir hizmet seçin ya da hizmet sağlayıcıyla iletişime geçin."
      },
      "limit_reached": {
        "title": "Rezervasyon sınırına ulaşıldı",
        "text": "Bu gün veya sizin için rezervasyon sınırına ulaşıldı. Başka bir gün seçin ya da rezervasyonlarınızdan birini iptal edin."
      },
      "calendar_unavailable": {
        "title": "Bu saati şu anda kontrol edemiyoruz",
        "text": "Hizmet sağlayıcının takvimi yanıt vermiyor. Birazdan yeniden deneyin ya da başka bir saat seçin."
      },
      "hold_expired": {
        "title": "Bu saat artık sizin için ayrılmış değil",
        "text": "Ayırma süresi doldu, bu yüzden saat başkalarına açıldı. Yeniden bir saat seçin."
      },
      "invalid_transition": {
        "title": "Bu artık mümkün değil",
        "text": "Rezervasyon değişti. Güncel bilgileri görmek için sayfayı yeniden yükleyin."
      },
      "event_type_inactive": {
        "title": "Şu anda kullanılamıyor",
        "text": "Hizmet sağlayıcı şu anda bu rezervasyonları almıyor."
      },
      "provider_inactive": {
        "title": "Şu anda kullanılamıyor",
        "text": "Hizmet sağlayıcı şu anda rezervasyon almıyor."
      },
      "account_suspended": {
        "title": "Şu anda kullanılamıyor",
        "text": "Hizmet sağlayıcı şu anda rezervasyon almıyor."
      },
      "not_a_candidate": {
        "title": "Bu seçenek artık kullanılamıyor",
        "text": "Başka birini ya da “Fark etmez” seçeneğini seçin."
      },
      "too_late_to_change": {
        "title": "Değiştirmek için çok geç",
        "text": "Bu randevu başladı. Hizmet sağlayıcıyla iletişime geçin."
      },
      "reschedule_limit_reached": {
        "title": "Bu rezervasyonun saati artık değiştirilemez",
        "text": "Saat, hizmet sağlayıcının izin verdiği kadar değiştirildi. Hizmet sağlayıcıyla iletişime geçin."
      },
      "payment_required": {
        "title": "Ödeme gerekiyor",
        "text": "Rezervasyon, ödeme yapılınca onaylanır."
      },
      "payment_unavailable": {
        "title": "Şu anda ödeme alamıyoruz",
        "text": "Ödeme hizmeti yanıt vermiyor. Birazdan yeniden deneyin. Sizden ücret alınmadı."
      },
      "validation_failed": {
        "title": "Bilgilerinizi kontrol edin",
        "text": "Bazı bilgiler geçerli değil. Düzeltip yeniden deneyin."
      },
      "request_in_progress": {
        "title": "Hâlâ işleniyor",
        "text": "İsteğiniz hâlâ işleniyor. Birazdan yeniden deneyin."
      }
    }
  },
  "ja": {
    "booking.confirmations": {
      "hold": "入力中はお選びの時間を確保します。",
      "instant": "すぐに確定します。",
      "approval": "提供者の承認後に確定します。"
    },
    "booking.duration": "所要時間",
    "booking.withWhom": "担当者",
    "booking.noPreference": "指定なし",
    "steps.details": "お客様の情報",
    "steps.chosen": "お選びの時間",
    "steps.emailHint": "確認メールとカレンダーの招待をお送りします。",
    "steps.confirm": "予約を確定する",
    "steps.request": "この時間を申し込む",
    "steps.otherTime": "別の時間を選ぶ",
    "steps.checkEmailTitle": "メールをご確認ください",
    "steps.checkEmail": "{} にお送りしたリンクを開いて、予約を確定してください。数分間、時間を確保します。",
    "steps.doneTitle": "予約が確定しました",
    "steps.requestedTitle": "申し込みを送信しました",
    "steps.done": "確認メールを {} にお送りします。",
    "steps.requested": "提供者から回答があり次第、{} にお知らせします。",
    "steps.manage": "予約を管理",
    "steps.manageHint": "予約は後から確認、変更、キャンセルできます。リンクはメールにも記載されています。",
    "extras.where": "ご希望の場所",
    "extras.place": "住所または場所",
    "extras.phone": "電話番号",
    "extras.phoneHint": "この番号におかけします。国番号を付けてください（例：+81 3 1234 5678）。",
    "extras.optional": "{}（任意）",
    "extras.choose": "選択…",
    "details.name": "お名前",
    "details.email": "メールアドレス",
    "details.note": "備考（任意）",
    "details.notAccepted": "この内容は受け付けられませんでした。確認してもう一度お試しください。",
    "location.inPerson": "対面",
    "location.callNumber": "電話：{} におかけください",
    "location.callYou": "電話：こちらからおかけします",
    "location.link": "オンライン",
    "location.googleMeet": "オンライン：Google Meet",
    "location.teams": "オンライン：Microsoft Teams",
    "location.askBooker": "ご希望の場所",
    "plain.link": "JavaScript なしで予約する",
    "plain.neededTitle": "予約には JavaScript が必要です",
    "plain.needed": "自動予約を防ぐため、予約の前にブラウザーで確認を行います。JavaScript を有効にして、予約ページをもう一度開いてください。",
    "plain.answersFirst": "ここでは、いくつかの質問への回答によって予約できる時間が変わります。JavaScript を有効にして、予約ページをもう一度開いてください。",
    "plain.open": "予約ページを開く",
    "shared.failedTitle": "問題が発生しました",
    "shared.failed": "しばらくしてからもう一度お試しください。",
    "shared.busyTitle": "リクエストが多すぎます",
    "shared.poweredBy": "Holdfast による予約",
    "slots.untilWhen": "{}まで",
    "slots.zoneIs": "タイムゾーン：{}",
    "slots.previousMonth": "前の月",
    "slots.nextMonth": "次の月",
    "slots.chooseDay": "日付を選択",
    "slots.timesOn": "{}の時間",
    "slots.noTimesTitle": "この月に空きはありません",
    "slots.noTimes": "先の月をご覧ください。",
    "problems": {
      "slot_taken": {
        "title": "この時間は埋まっています",
        "text": "たった今、ほかの方が予約しました。別の時間をお選びください。"
      },
      "slot_not_bookable": {
        "title": "この時間は予約できません",
        "text": "別の時間をお選びください。"
      },
      "session_cancelled": {
        "title": "このクラスは中止になりました",
        "text": "この時間には開催されません。別の時間をお選びください。"
      },
      "booker_not_allowed": {
        "title": "このサービスは予約できません",
        "text": "一部のお客様のみが予約できるサービスか、予約できる回数に達しています。別のサービスを選ぶか、提供者にご連絡ください。"
      },
      "limit_reached": {
        "title": "予約数の上限に達しました",
        "text": "この日、またはお一人あたりの予約数が上限に達しました。別の日を選ぶか、ほかの予約をキャンセルしてください。"
      },
      "calendar_unavailable": {
        "title": "現在、この時間を確認できません",
        "text": "提供者のカレンダーが応答していません。しばらくしてからもう一度お試しいただくか、別の時間をお選びください。"
      },
      "hold_expired": {
        "title": "この時間の確保は終了しました",
        "text": "確保の期限が切れたため、ほかの方が予約できる状態になりました。もう一度時間をお選びください。"
      },
      "invalid_transition": {
        "title": "この操作はできなくなりました",
        "text": "予約の内容が変わりました。ページを再読み込みして最新の内容をご確認ください。"
      },
      "event_type_inactive": {
        "title": "現在ご利用いただけません",
        "text": "提供者は現在この予約を受け付けていません。"
      },
      "provider_inactive": {
        "title": "現在ご利用いただけません",
        "text": "提供者は現在予約を受け付けていません。"
      },
      "account_suspended": {
        "title": "現在ご利用いただけません",
        "text": "提供者は現在予約を受け付けていません。"
      },
      "not_a_candidate": {
        "title": "この選択肢はご利用いただけなくなりました",
        "text": "別の担当者か「指定なし」をお選びください。"
      },
      "too_late_to_change": {
        "title": "変更の期限を過ぎています",
        "text": "この予約はすでに始まっています。提供者にご連絡ください。"
      },
      "reschedule_limit_reached": {
        "title": "この予約はこれ以上変更できません",
        "text": "提供者が認める回数まで変更されています。提供者にご連絡ください。"
      },
      "payment_required": {
        "title": "お支払いが必要です",
        "text": "お支払いが完了すると予約が確定します。"
      },
      "payment_unavailable": {
        "title": "現在お支払いを受け付けられません",
        "text": "決済サービスが応答していません。しばらくしてからもう一度お試しください。請求は発生していません。"
      },
      "validation_failed": {
        "title": "入力内容をご確認ください",
        "text": "正しくない項目があります。修正してもう一度お試しください。"
      },
      "request_in_progress": {
        "title": "処理中です",
        "text": "リクエストを処理しています。しばらくしてからもう一度お試しください。"
      }
    }
  },
  "ar": {
    "booking.confirmations": {
      "hold": "نحفظ لكم الموعد أثناء إدخال بياناتكم.",
      "instant": "تأكيد فوري.",
      "approval": "يُؤكَّد بعد موافقة مقدّم الخدمة."
    },
    "booking.duration": "ما المدة؟",
    "booking.withWhom": "مع من؟",
    "booking.noPreference": "بلا تفضيل",
    "steps.details": "بياناتكم",
    "steps.chosen": "موعدكم",
    "steps.emailHint": "سنرسل التأكيد ودعوة التقويم إلى هذا العنوان.",
    "steps.confirm": "تأكيد الحجز",
    "steps.request": "طلب هذا الموعد",
    "steps.otherTime": "اختيار موعد آخر",
    "steps.checkEmailTitle": "يُرجى التحقق من بريدكم",
    "steps.checkEmail": "يُرجى فتح الرابط الذي أرسلناه إلى {} لتأكيد هذا الحجز. نحفظ الموعد لبضع دقائق.",
    "steps.doneTitle": "تم تأكيد الحجز",
    "steps.requestedTitle": "أُرسل الطلب",
    "steps.done": "سنرسل التأكيد إلى {}.",
    "steps.requested": "سنراسلكم على {} عند رد مقدّم الخدمة.",
    "steps.manage": "إدارة الحجز",
    "steps.manageHint": "يمكنكم لاحقًا الاطلاع على حجزكم أو تغيير موعده أو إلغاؤه. الرابط موجود أيضًا في بريدكم الإلكتروني.",
    "extras.where": "أين تفضلون أن يكون الموعد؟",
    "extras.place": "العنوان أو المكان",
    "extras.phone": "رقم الهاتف",
    "extras.phoneHint": "سنتصل بكم على هذا الرقم. يُرجى كتابته مع رمز الدولة، مثل ⁦+971 4 123 4567⁩.",
    "extras.optional": "{} (اختياري)",
    "extras.choose": "اختيار…",
    "details.name": "الاسم",
    "details.email": "البريد الإلكتروني",
    "details.note": "ملاحظة (اختياري)",
    "details.notAccepted": "لم تُقبل هذه القيمة. يُرجى التحقق منها ثم إعادة المحاولة.",
    "location.inPerson": "حضوريًا",
    "location.callNumber": "عبر الهاتف: تتصلون بالرقم ⁦{}⁩",
    "location.callYou": "عبر الهاتف: نتصل بكم",
    "location.link": "عبر الإنترنت",
    "location.googleMeet": "عبر الإنترنت: Google Meet",
    "location.teams": "عبر الإنترنت: Microsoft Teams",
    "location.askBooker": "في مكان تختارونه",
    "plain.link": "الحجز من دون JavaScript",
    "plain.neededTitle": "يتطلب الحجز تفعيل JavaScript",
    "plain.needed": "قبل الحجز، يجب أن يجتاز متصفحك فحصًا يمنع الحجوزات الآلية. فعّل JavaScript ثم افتح صفحة الحجز من جديد.",
    "plain.answersFirst": "تعتمد الأوقات المتاحة هنا على إجاباتك عن بعض الأسئلة. فعّل JavaScript ثم افتح صفحة الحجز من جديد.",
    "plain.open": "فتح صفحة الحجز",
    "shared.failedTitle": "حدث خطأ ما",
    "shared.failed": "يُرجى إعادة المحاولة بعد قليل.",
    "shared.busyTitle": "طلبات كثيرة جدًا",
    "shared.poweredBy": "الحجز عبر Holdfast",
    "slots.untilWhen": "حتى {}",
    "slots.zoneIs": "المنطقة الزمنية: {}",
    "slots.previousMonth": "الشهر السابق",
    "slots.nextMonth": "الشهر التالي",
    "slots.chooseDay": "اختيار اليوم",
    "slots.timesOn": "مواعيد {}",
    "slots.noTimesTitle": "لا مواعيد متاحة هذا الشهر",
    "slots.noTimes": "يُرجى تجربة شهر لاحق.",
    "problems": {
      "slot_taken": {
        "title": "هذا الموعد محجوز",
        "text": "حجز شخص آخر هذا الموعد للتو. يُرجى اختيار موعد آخر."
      },
      "slot_not_bookable": {
        "title": "هذا الموعد غير متاح",
        "text": "يُرجى اختيار موعد آخر."
      },
      "session_cancelled": {
        "title": "أُلغيت هذه الجلسة",
        "text": "لم تعد تُعقد في هذا الموعد. اختر موعدًا آخر."
      },
      "booker_not_allowed": {
        "title": "لا يمكنكم حجز هذه الخدمة",
        "text": "هذه الخدمة لعملاء معيّنين فقط، أو أنكم حجزتموها بالفعل بعدد المرات المسموح به. يُرجى اختيار خدمة أخرى أو التواصل مع مقدّم الخدمة."
      },
      "limit_reached": {
        "title": "بلغتم الحد الأقصى للحجوزات",
        "text": "بلغ عدد الحجوزات حده الأقصى لهذا اليوم أو لكم. يُرجى اختيار يوم آخر أو إلغاء أحد حجوزاتكم."
      },
      "calendar_unavailable": {
        "title": "يتعذر التحقق من هذا الموعد الآن",
        "text": "لا يستجيب تقويم مقدّم الخدمة. يُرجى إعادة المحاولة بعد قليل أو اختيار موعد آخر."
      },
      "hold_expired": {
        "title": "لم يعد هذا الموعد محفوظًا لكم",
        "text": "انتهت مدة حفظ الموعد، فأصبح متاحًا للآخرين. يُرجى اختيار موعد من جديد."
      },
      "invalid_transition": {
        "title": "لم يعد هذا ممكنًا",
        "text": "تغيّر الحجز. يُرجى إعادة تحميل الصفحة للاطلاع على البيانات الحالية."
      },
      "event_type_inactive": {
        "title": "غير متاح حاليًا",
        "text": "لا يستقبل مقدّم الخدمة هذه الحجوزات حاليًا."
      },
      "provider_inactive": {
        "title": "غير متاح حاليًا",
        "text": "لا يستقبل مقدّم الخدمة حجوزات حاليًا."
      },
      "account_suspended": {
        "title": "غير متاح حاليًا",
        "text": "لا يستقبل مقدّم الخدمة حجوزات حاليًا."
      },
      "not_a_candidate": {
        "title": "لم يعد هذا الخيار متاحًا",
        "text": "يُرجى اختيار شخص آخر أو «بلا تفضيل»."
      },
      "too_late_to_change": {
        "title": "فات أوان التغيير",
        "text": "بدأ هذا الموعد بالفعل. يُرجى التواصل مع مقدّم الخدمة."
      },
      "reschedule_limit_reached": {
        "title": "لا يمكن تغيير موعد هذا الحجز مجددًا",
        "text": "تغيّر موعده بعدد المرات الذي يسمح به مقدّم الخدمة. يُرجى التواصل مع مقدّم الخدمة."
      },
      "payment_required": {
        "title": "الدفع مطلوب",
        "text": "يُؤكَّد الحجز بعد الدفع."
      },
      "payment_unavailable": {
        "title": "يتعذر قبول المدفوعات الآن",
        "text": "لا تستجيب خدمة الدفع. يُرجى إعادة المحاولة بعد قليل. لم يُخصم أي مبلغ."
      },
      "validation_failed": {
        "title": "يُرجى التحقق من بياناتكم",
        "text": "بعض البيانات غير صالحة. يُرجى تصحيحها ثم إعادة المحاولة."
      },
      "request_in_progress": {
        "title": "قيد المعالجة",
        "text": "ما زال طلبكم قيد المعالجة. يُرجى إعادة المحاولة بعد قليل."
      }
    }
  }
} as const
