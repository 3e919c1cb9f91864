/** Begins the load, once its connections are open. */
export const START = 'start';
