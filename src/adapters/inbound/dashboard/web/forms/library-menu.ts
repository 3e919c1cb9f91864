import { Menu } from '@mantine/core';

/** A module of its own, to be loaded on demand: importing the library itself on demand would load all of it. */
export default Menu;
