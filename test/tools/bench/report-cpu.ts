/** Loaded before a measured program where the kernel does not tell what a process uses. */
process.on('message', () => process.send?.(process.cpuUsage()));
process.channel?.unref();
