package main

import (
	"net"
	"sync"
	"time"
)

// delayed listens before an address and lets every byte through after half a round trip, in each direction. What is on
// its way is not limited: this is a long line, not a thin one. A connection costs one round trip before its first byte,
// as the handshake of TCP would.
func delayed(address string, roundTrip time.Duration) (net.Listener, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go join(client, address, roundTrip)
		}
	}()
	return listener, nil
}

func join(client net.Conn, address string, roundTrip time.Duration) {
	defer func() { _ = client.Close() }()
	accepted := time.Now()
	server, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	time.Sleep(roundTrip - time.Since(accepted))
	var both sync.WaitGroup
	both.Go(func() { carry(server, client, roundTrip/2) })
	both.Go(func() { carry(client, server, roundTrip/2) })
	both.Wait()
}

// chunk is what was read at once, and when it may arrive.
type chunk struct {
	bytes []byte
	due   time.Time
}

// carry moves bytes from one side to the other until either is at its end.
func carry(to, from net.Conn, delay time.Duration) {
	line := make(chan chunk, 1<<14)
	go func() {
		defer close(line)
		for {
			buffer := make([]byte, 32<<10)
			n, err := from.Read(buffer)
			line <- chunk{buffer[:n], time.Now().Add(delay)}
			if err != nil {
				return
			}
		}
	}()
	for c := range line {
		time.Sleep(time.Until(c.due))
		if _, err := to.Write(c.bytes); err != nil {
			_ = from.Close() // ends the reading, and so the line
		}
	}
	if half, ok := to.(*net.TCPConn); ok {
		_ = half.CloseWrite()
	}
}
